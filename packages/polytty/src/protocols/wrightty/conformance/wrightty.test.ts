import { conformance } from '../../../../../../test/support/conformance/conformance.js'
import { wrightty } from '../index.js'

await conformance(wrightty)
