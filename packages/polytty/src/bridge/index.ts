/** Bridges: panes of other terminals as sessions. */
export { Bridges } from './bridges.js'
export { type BridgeKind, type BridgeSpec, bridgeKinds, kinds, parseBridge } from './kinds.js'
