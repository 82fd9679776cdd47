/** Sessions for agents: five calls with answers in few words. */
export { Agents } from './agents.js'
export type { Answer, Caller } from './answer.js'
export { giveBack, isHandedOver } from './handoffs.js'
export { InputPolicy } from './input-policy.js'
export type { AgentPolicy } from './params.js'
export { secretValues } from './secrets.js'
