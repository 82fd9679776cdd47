import { conformance } from '../../../../../../test/support/conformance/conformance.js'
import { mcp } from '../index.js'

await conformance(mcp)
