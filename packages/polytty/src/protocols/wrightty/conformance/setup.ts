/** Conversations over a real WebSocket. Those without options of their own share a server. */
import { type ConformanceSetup, jsonRpcExample } from '../../../../../../test/support/conformance/setup.js'
import { sharedServer } from '../../../../../../test/support/conformance/shared-server.js'

const servers = sharedServer('')

export const setup: ConformanceSetup = { ...servers, example: jsonRpcExample }
