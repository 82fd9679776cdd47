/** Whether a program waits for its user, from what the kernel knows. */

export { type Facts, gatherFacts, type LookFurther, nothingKnown, type TerminalProbe } from './kernel/facts.js'
export { GroupReader } from './kernel/group.js'
export { Readiness, type SettleOptions, type Verdict } from './readiness.js'
export { type Evidence, isServing, type Judgement, judge, type ReadyState, readyStates } from './verdict.js'
