import { conformance } from '../../../../../../test/support/conformance/conformance.js'
import { ptywright } from '../index.js'

await conformance(ptywright)
