import { conformance } from '../../../../../../test/support/conformance/conformance.js'
import { tuispec } from '../index.js'

await conformance(tuispec)
