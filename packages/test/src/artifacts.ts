/** What a failed test leaves behind: its screen as text and picture, what the program printed, and a cast of it all. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderPng } from '@polytty/render'
import type { Snapshot } from '@polytty/terminal'
import type { MemorySink } from 'polytty/record'
import type { Session } from 'polytty/sessions'

/** In the folder of the test; a second terminal has them in a folder of its own. */
export const artifactNames = ['screen.txt', 'screen.png', 'transcript.txt', 'session.cast'] as const

export function artifactPath(folder: string, name: (typeof artifactNames)[number]): string {
  return join(folder, name)
}

export interface Evidence {
  readonly session: Session
  /** At the first failure, or now. */
  readonly snapshot: Snapshot
  readonly cast: MemorySink
}

/** Writes them; gives their paths. */
export function leaveArtifacts(folder: string, { session, snapshot, cast }: Evidence): string[] {
  mkdirSync(folder, { recursive: true })
  const contents = {
    'screen.txt': `${snapshot.text()}\n`,
    'screen.png': renderPng(snapshot).bytes,
    'transcript.txt': session.transcript.read(),
    'session.cast': cast.text(),
  } as const
  return artifactNames.map((name) => {
    const path = artifactPath(folder, name)
    writeFileSync(path, contents[name], { mode: 0o600 })
    return path
  })
}

/** A name that any file system takes, from the title of a test. */
export function fileName(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return name.slice(0, 80) || 'test'
}
