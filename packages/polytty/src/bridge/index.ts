/** Bridges: panes of other terminals as sessions. */
export { Bridges, type ListedPane } from './bridges.js'
export { type BridgeKind, type BridgeSpec, bridgeKinds, kinds, parseBridge } from './kinds.js'
export type { SessionSource } from './source.js'
