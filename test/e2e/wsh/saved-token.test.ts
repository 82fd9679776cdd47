/** The token that a server saves is sent to that server alone. */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  findToken,
  requireCertificate,
  saveToken,
} from '../../../packages/polytty/src/protocols/wsh/cli/saved-token.js'
import { needs } from '../../support/needs.js'
import { newFolder } from '../../support/new-folder.js'

let home: string
beforeEach(() => {
  home = newFolder()
  const before = process.env.HOME
  process.env.HOME = home
  onTestFinished(() => {
    process.env.HOME = before
  })
})

const tokenFor = (address: string): string | null => findToken(new URL(address))?.token ?? null

/** A certificate of its own, and its key. */
function certificate(name: string): { cert: string; key: string } {
  const [cert, key] = [join(home, `${name}.pem`), join(home, `${name}.key`)]
  const subject = ['-subj', '/CN=localhost', '-days', '1', '-nodes', '-newkey', 'rsa:2048']
  execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { cert, key }
}

test('to this machine and its own addresses, at its port', () => {
  const forget = saveToken('0.0.0.0', 4711, 'secret', undefined)
  expect(statSync(join(home, '.polytty', 'wsh-4711.token')).mode & 0o777).toBe(0o600)
  expect(['127.0.0.1', 'localhost', '[::1]'].map((host) => tokenFor(`http://${host}:4711`))).toEqual([
    ...['secret', 'secret', 'secret'],
  ])
  expect(tokenFor('http://127.0.0.1:4712')).toBeNull()
  forget()
  expect(tokenFor('http://127.0.0.1:4711')).toBeNull()
})

test('never in clear to another machine', () => {
  saveToken('0.0.0.0', 4711, 'secret', undefined)
  expect(tokenFor('http://192.0.2.1:4711')).toBeNull()
  expect(tokenFor('http://example.test:4711')).toBeNull()
  expect(tokenFor('https://example.test:4711')).toBeNull()
})

test('not once the server that made it has gone', () => {
  saveToken('0.0.0.0', 4711, 'secret', undefined)
  const path = join(home, '.polytty', 'wsh-4711.token')
  const saved = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ ...saved, start: '1' }))
  expect(tokenFor('http://127.0.0.1:4711')).toBeNull()
  writeFileSync(path, 'secret\n')
  expect(tokenFor('http://127.0.0.1:4711')).toBeNull()
})

test('over TLS to the certificate that the server has', needs('openssl'), async () => {
  const [own, other] = [certificate('own'), certificate('other')]
  saveToken('box.test', 4711, 'secret', own.cert)
  expect(tokenFor('http://127.0.0.1:4711')).toBeNull()
  expect(tokenFor('https://box.test:4711')).toBe('secret')
  expect(tokenFor('https://elsewhere.test:4711')).toBeNull()
  const found = findToken(new URL('https://127.0.0.1:4711'))!
  const serve = async ({ cert, key }: typeof own): Promise<URL> => {
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    return new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }
  await requireCertificate(await serve(own), found.certificate!)
  await expect(requireCertificate(await serve(other), found.certificate!)).rejects.toThrow(/certificate of the server/)
})
