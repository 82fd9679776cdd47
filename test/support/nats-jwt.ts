/** An operator of NATS with accounts and users, as credentials files have them: made anew for each test. */
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys'

export interface Tenancy {
  /** Lines of the server's configuration. */
  readonly config: string
  /** The credentials file of a user of each account. */
  readonly creds: readonly string[]
}

const unlimited = {
  ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
}
const kept = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }

export function newTenancy(accounts: number): Tenancy {
  const operator = createOperator()
  const system = createAccount()
  const all = Array.from({ length: accounts }, createAccount)
  const preload = [system, ...all].map((account) => {
    const limits = account === system ? unlimited : { ...unlimited, ...kept }
    return `${account.getPublicKey()}: ${token(operator, account, { type: 'account', limits })}`
  })
  const own = token(operator, operator, { type: 'operator', system_account: system.getPublicKey() })
  const creds = all.map((account) => {
    const user = createUser()
    const jwt = token(account, user, { type: 'user', subs: -1, data: -1, payload: -1 })
    return [
      ...['-----BEGIN NATS USER JWT-----', jwt, '------END NATS USER JWT------', ''],
      ...[
        '-----BEGIN USER NKEY SEED-----',
        new TextDecoder().decode(user.getSeed()),
        '------END USER NKEY SEED------',
        '',
      ],
    ].join('\n')
  })
  return { config: `operator: ${own}\nresolver: MEMORY\nresolver_preload: {\n${preload.join('\n')}\n}`, creds }
}

function token(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const encode = (value: object | Uint8Array): string =>
    Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString('base64url')
  const sub = subject.getPublicKey()
  const claims = {
    jti: sub,
    iat: 1_700_000_000,
    iss: issuer.getPublicKey(),
    name: sub,
    sub,
    nats: { ...nats, version: 2 },
  }
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode(claims)}`
  return `${signed}.${encode(issuer.sign(new TextEncoder().encode(signed)))}`
}
