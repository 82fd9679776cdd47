/** How nodes prove to NATS who they are, and NATS to them: credentials files and TLS, as users of NATS have them. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newTenancy } from '../../support/nats-jwt.js'
import { needsNats } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'
import { newUser } from '../../support/polytty.js'
import { startNats, startNode, until } from './nodes.js'

test(
  'accounts with credentials files: each token of HTTP reaches the sessions of its own tenant',
  needsNats(),
  async () => {
    const { config, creds } = newTenancy(2)
    const nats = await startNats({ config })
    const folder = newFolder()
    const files = creds.map((text, index) => {
      const file = join(folder, `${index}.creds`)
      writeFileSync(file, text, { mode: 0o600 })
      return file
    })
    const start = (node: string, tenant: number) =>
      startNode(nats.url, node, { token: `token-of-tenant-${tenant}`, fleet: { creds: files[tenant]! } })
    const [a, b, other] = [await start('a', 0), await start('b', 0), await start('a', 1)]
    const { sessionId } = await a.client.call('Session.create', { shell: '/bin/cat', name: 'mine' })
    await until(b, (fleet) => fleet.find('mine') !== undefined)
    await b.client.call('Input.sendText', { sessionId, text: 'typed through b\n' })
    await b.client.call('Screen.waitForText', { sessionId, pattern: 'b\\ntyped', isRegex: true })
    const list = async (port: number, token: string): Promise<number | string> => {
      const answer = await fetch(`http://127.0.0.1:${port}/sessions`, { headers: { authorization: `Bearer ${token}` } })
      return answer.ok ? answer.text() : answer.status
    }
    expect(await list(b.server.port, 'token-of-tenant-0')).toContain('mine')
    expect(await list(other.server.port, 'token-of-tenant-1')).not.toContain('mine')
    expect(await list(b.server.port, 'token-of-tenant-1')).toBe(403)
    // The same names are free in the other's account.
    await other.client.call('Session.create', { shell: '/bin/cat', name: 'mine' })
    expect(other.server.sessions.fleet!.nodes().map(({ node }) => node)).toEqual(['a'])
  },
)

test('TLS with an authority of our own, and certificates for nodes', needsNats('openssl'), async () => {
  const folder = newFolder()
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'] as const
  openssl('req', '-x509', ...made, '-subj', '/CN=authority', '-keyout', 'ca.key', '-out', 'ca.pem')
  for (const name of ['server', 'node']) {
    openssl('req', ...made.slice(0, 5), '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
    writeFileSync(join(folder, 'ext'), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'ext']
    openssl('x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`)
  }
  const file = (name: string): string => join(folder, name)
  const pem = `cert_file: "${file('server.pem')}", key_file: "${file('server.key')}", ca_file: "${file('ca.pem')}"`
  const nats = await startNats({ config: `tls { ${pem}, verify: true }` })
  const servers = nats.url.replace('nats:', 'tls:')
  const fleet = { ca: file('ca.pem'), cert: file('node.pem'), key: file('node.key') }
  const [a, b] = [await startNode(servers, 'a', { fleet }), await startNode(servers, 'b', { fleet })]
  const { sessionId } = await a.client.call('Session.create', { shell: '/bin/cat', name: 'private' })
  await until(b, (known) => known.find('private') !== undefined)
  await b.client.call('Input.sendText', { sessionId, text: 'under TLS\n' })
  await b.client.call('Screen.waitForText', { sessionId, pattern: 'TLS\\nunder', isRegex: true })
  const halves = await newUser().run('serve', '--fleet', servers, '--fleet-cert', file('node.pem'))
  expect(halves).toMatchObject({ code: 2, stderr: expect.stringContaining('--fleet-key') as string })
})
