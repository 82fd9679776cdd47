import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonRpc } from './json-rpc.js'

const faultOf = (text: string): unknown => {
  const [item] = parseJsonRpc(text).items
  return item?.kind === 'fault' ? { id: item.id, code: item.error.code } : item
}

test('a request, a notification and ids of every legal kind', () => {
  const request = (id: string): unknown => parseJsonRpc(`{"jsonrpc":"2.0"${id},"method":"m","params":[1]}`).items[0]
  expect(request(',"id":1')).toEqual({ kind: 'request', request: { id: 1, method: 'm', params: [1] } })
  expect(request(',"id":"a"')).toMatchObject({ request: { id: 'a' } })
  expect(request(',"id":null')).toMatchObject({ request: { id: null } })
  expect(request('')).toMatchObject({ request: { id: undefined } })
})

test('what is not a request is answered with the reason, with its id where it has one', () => {
  expect(faultOf('{')).toEqual({ id: null, code: 'parse-error' })
  expect(faultOf('[]')).toEqual({ id: null, code: 'invalid-request' })
  expect(faultOf('7')).toEqual({ id: null, code: 'invalid-request' })
  expect(faultOf('{"jsonrpc":"2.0","id":{},"method":"m"}')).toEqual({ id: null, code: 'invalid-request' })
  expect(faultOf('{"jsonrpc":"1.0","id":4,"method":"m"}')).toEqual({ id: 4, code: 'invalid-request' })
  expect(faultOf('{"jsonrpc":"2.0","id":4}')).toEqual({ id: 4, code: 'invalid-request' })
  expect(faultOf('{"jsonrpc":"2.0","id":4,"method":"m","params":3}')).toEqual({ id: 4, code: 'invalid-request' })
})

test('a batch keeps its order and judges each item by itself', () => {
  const { batch, items } = parseJsonRpc('[{"jsonrpc":"2.0","id":1,"method":"a"},3]')
  expect(batch).toBe(true)
  expect(items.map(({ kind }) => kind)).toEqual(['request', 'fault'])
  expect(faultOf(`[${'{},'.repeat(1000)}{}]`)).toEqual({ id: null, code: 'invalid-request' })
})

test('any JSON at all is answered, never thrown at', () => {
  fc.assert(fc.property(fc.json(), (text) => parseJsonRpc(text).items.length > 0))
})
