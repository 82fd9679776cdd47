/** A registry for one test, emptied after it. */
import { onTestFinished } from 'vitest'
import { type RegistryOptions, type Session, SessionRegistry } from '../../../packages/polytty/src/session/index.js'
import type { Matcher } from '../../../packages/polytty/src/wait/index.js'

export function newRegistry(options?: RegistryOptions): SessionRegistry {
  const registry = new SessionRegistry(options)
  onTestFinished(() => registry.dispose({ graceMs: 100 }))
  return registry
}

export function shell(registry: SessionRegistry, script: string): Promise<Session> {
  return registry.create({ program: '/bin/sh', args: ['-c', script] })
}

/** Waits and fails the test with the screen if that is not what came. */
export async function see(session: Session, matcher: Matcher | string): Promise<void> {
  const outcome = await session.wait(typeof matcher === 'string' ? { type: 'text', text: matcher } : matcher, {
    timeoutMs: 60_000,
  })
  if (outcome.kind !== 'matched')
    throw new Error(
      `${outcome.kind} while waiting for ${JSON.stringify(matcher)}; the screen:\n${outcome.snapshot.text()}`,
    )
}
