import { conformance } from '../../../../../../test/support/conformance/conformance.js'
import { termwright } from '../index.js'

await conformance(termwright)
