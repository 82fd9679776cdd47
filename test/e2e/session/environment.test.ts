/** What of the server's environment reaches its programs. */
import { expect, test } from 'vitest'
import { needs } from '../../support/needs.js'
import { newRegistry, see } from './with-registry.js'

const secrets = { POLYTTY_TOKEN: 'a', POLYTTY_SERVER_TOKEN: 'd', WSH_TOKEN: 'b', WRIGHTTY_PASSWORD: 'c' }
const npm = { npm_package_name: 'polytty', npm_config_x: '1', INIT_CWD: '/x' }
const own = { NODE_OPTIONS: '--no-warnings', WRIGHTTY_SOCKET: 'ws://x' }
const print =
  'env | grep -E "^(POLYTTY_[A-Z_]*|WSH_TOKEN|WRIGHTTY_[A-Z]*|npm_[a-z_]*|INIT_CWD|NODE_OPTIONS|PATH)=" | sort; echo done'

async function environment(base: Record<string, string>, env: Record<string, string> = {}): Promise<string> {
  const registry = newRegistry({ baseEnv: { PATH: process.env.PATH, ...base } })
  const session = await registry.create({ program: '/bin/sh', args: ['-c', print], env, cols: 1000 })
  await see(session, 'done')
  return session.snapshot().text()
}

test('our secrets and what npm start added stay behind; the rest does not', needs('grep'), async () => {
  const text = await environment({ ...secrets, ...npm, ...own, PATH: `/p/node_modules/.bin:${process.env.PATH}` })
  expect(text).not.toMatch(/TOKEN|PASSWORD|npm_|INIT_CWD|node_modules/)
  expect(text).toContain('NODE_OPTIONS=--no-warnings')
  expect(text).toContain('WRIGHTTY_SOCKET=ws://x')
})

test('what someone gives a program it gets, and another npm keeps its variables', needs('grep'), async () => {
  const text = await environment({ ...secrets, npm_package_name: 'mine' }, { WSH_TOKEN: 'given' })
  expect(text).toContain('WSH_TOKEN=given')
  expect(text).toContain('npm_package_name=mine')
})
