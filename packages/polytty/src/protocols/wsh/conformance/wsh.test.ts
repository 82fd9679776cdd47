import { conformance } from '../../../../../../test/support/conformance/conformance.js'
import { wsh } from '../index.js'

await conformance(wsh)
