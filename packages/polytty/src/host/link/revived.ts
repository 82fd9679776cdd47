/**
 * Sessions of a machine, or a host, that is no more, from what was kept of them on disk: their screen and history can be
 * read, and nothing runs in them. Old ones, and more than fit, are removed.
 */
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.js'
import { CoreError } from '../../base/core-error.js'
import { nothingKnown } from '../../ready/index.js'
import { type ExitStatus, type Pty, type PtyListener, type PtyNote, REVIVED } from '../../session/pty/port.js'
import { ARCHIVE_SUFFIX } from '../archive.js'
import { type Frame, FrameReader, frameType } from '../frame.js'

const MAX_AGE_MS = 30 * 86_400_000
const MAX_BYTES = 1024 * 1024 * 1024

/** How the sessions of this file ended: no one knows. */
const revivedExit: ExitStatus = { code: null, signal: null, reason: REVIVED }

export interface Kept {
  readonly meta: Buffer
  readonly keyframe: Buffer
  readonly pty: RevivedPty
}

/** What a folder keeps, but for the sessions that are still there; those that cannot be read are left alone. */
export function readArchives(folder: string, isLive: (id: string) => boolean, clock: Clock): Kept[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ARCHIVE_SUFFIX))
  const dead = names.filter((name) => !isLive(name.slice(0, -ARCHIVE_SUFFIX.length)))
  return prune(folder, dead, clock).flatMap((path) => readArchive(path) ?? [])
}

/** Removes those that are too old, and of the rest the oldest beyond the bound; returns the paths of the others. */
function prune(folder: string, names: readonly string[], clock: Clock): string[] {
  const own = process.getuid?.()
  const files = names
    .map((name) => ({ path: join(folder, name), stat: lstatSync(join(folder, name)) }))
    // What someone else has put there is not ours to show, nor to start.
    .filter(({ stat }) => stat.isFile() && (own === undefined || stat.uid === own))
  files.sort((a, b) => b.stat.mtimeMs - a.stat.mtimeMs)
  const kept: string[] = []
  let bytes = 0
  for (const { path, stat } of files) {
    bytes += stat.size
    if (bytes <= MAX_BYTES && clock.now() - stat.mtimeMs <= MAX_AGE_MS) kept.push(path)
    else rmSync(path, { force: true })
  }
  return kept
}

function readArchive(path: string): Kept | null {
  const frames: Frame[] = []
  try {
    new FrameReader((frame) => frames.push(frame)).push(readFileSync(path))
  } catch {
    // What cannot be read any further does not matter: what came before it is whole.
  }
  const [meta, keyframe, ...rest] = frames
  if (meta?.type !== frameType.meta || keyframe?.type !== frameType.keyframe) return null
  return { meta: meta.payload, keyframe: keyframe.payload.subarray(16), pty: new RevivedPty(path, inOrder(rest)) }
}

/** A server is behind its host: what it noted stands further back than where it was done. */
function inOrder(frames: readonly Frame[]): Frame[] {
  const place = ({ payload }: Frame): number => payload.readDoubleLE(0)
  const notes = frames.filter(({ type }) => type === frameType.note)
  const ordered: Frame[] = []
  for (const piece of frames.filter(({ type }) => type === frameType.output)) {
    while (notes.length > 0 && place(notes[0]) <= place(piece)) ordered.push(notes.shift()!)
    ordered.push(piece)
  }
  const exit = frames.filter(({ type }) => type === frameType.exit)
  return [...ordered, ...notes, ...exit]
}

/** Gives a session what its program had printed, and then its end. */
export class RevivedPty implements Pty {
  readonly pid = 0
  readonly replied = Number.POSITIVE_INFINITY
  readonly originStart = 0
  readonly open = false
  readonly hasQueued = false
  readonly closed = Promise.resolve()
  readonly kernel = { facts: () => nothingKnown, foreground: () => null, hasUnreadInput: () => null }

  constructor(
    private readonly path: string,
    private readonly frames: readonly Frame[],
  ) {}

  start(listener: PtyListener): this {
    queueMicrotask(() => {
      let status = revivedExit
      for (const { type, payload } of this.frames) {
        if (type === frameType.output) listener.onData(payload.subarray(16))
        else if (type === frameType.note) listener.onNote?.(JSON.parse(payload.toString('utf8', 16)) as PtyNote)
        else status = JSON.parse(payload.toString('utf8', 16)) as ExitStatus
      }
      listener.onExit(status)
    })
    return this
  }

  async write(): Promise<void> {
    throw new CoreError('session-exited', 'the program ended with the machine or host that it ran on')
  }

  note(): null {
    return null
  }

  forget(): void {
    rmSync(this.path, { force: true })
  }

  reply(): void {}
  resize(): void {}
  pause(): void {}
  resume(): void {}
  hangUp(): void {}
}
