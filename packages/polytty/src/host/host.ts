/**
 * The host: keeps programs running while servers come and go. One server at a time is sent everything; another one is
 * refused while it lives. It parses nothing of what programs print and knows no protocol but that of frame.ts.
 */
import { createServer, type Server, type Socket } from 'node:net'
import type { Clock } from '../base/clock.js'
import { CoreError } from '../base/core-error.js'
import { deferred } from '../base/deferred.js'
import type { Disposable } from '../base/disposable.js'
import { ownStart } from '../ready/kernel/proc.js'
import { ownOwner } from '../session/orphans.js'
import { type KeptSocket, keepSocket } from '../transport/kept-socket.js'
import { endPrograms } from './end-programs.js'
import { BlockReader, encodeFrame, type Frame, frameType, HOST_VERSION } from './frame.js'
import { FrameSocket } from './frame-socket.js'
import type { HostHello, ServerHello } from './hello.js'
import { HostedProgram, keyOf, type ProgramOptions } from './program.js'

export interface HostOptions {
  readonly socket: string
  /** How long programs are kept without a server. */
  readonly keepMs: number
  readonly clock: Clock
  report(message: string): void
}

/** What this host can do beyond version 1: none yet. */
const WORDS: readonly string[] = []
/** Programs that have ended are kept for a server that was not there; so many of them. */
const MAX_ENDED = 64
/** How long it waits for a server while it has no programs. */
const NOTHING_TO_KEEP_MS = 30_000
/** How long a server that begins waits for what is left of one that has just died. */
const HANDOVER_MS = 5000

export class Host {
  /** It has nothing to keep any more. */
  readonly ended: Promise<void>
  private readonly over = deferred<void>()
  private listener: KeptSocket | null = null
  private readonly programs = new Map<number, HostedProgram>()
  private readonly peers = new Set<Peer>()
  private server: Peer | null = null
  private serverGone = deferred<void>()
  /** Opaque to the host: what one server leaves to the next. */
  private note: Buffer = Buffer.alloc(0)
  private persist: string | null = null
  private lastNumber = 0
  private keep: Disposable | null = null
  private stopping = false

  constructor(private readonly options: HostOptions) {
    this.ended = this.over.promise
  }

  async listen(): Promise<void> {
    const { socket, clock, report } = this.options
    const create = (): Server => createServer((client) => this.peers.add(new Peer(client, this)))
    this.listener = await keepSocket(socket, create, clock, ({ message }) => report(`cannot listen again: ${message}`))
    this.startKeeping()
  }

  /** Ends all programs as a server that stops does, and then the host. */
  async stop(): Promise<void> {
    if (this.stopping) return
    this.stopping = true
    this.keep?.dispose()
    await endPrograms([...this.programs.values()], this.options.clock)
    this.listener?.close()
    for (const peer of this.peers) peer.close()
    this.over.resolve()
  }

  /** A server introduces itself; what it may not have is refused with the reason. */
  async greet(peer: Peer, hello: ServerHello): Promise<void> {
    if (hello.version !== HOST_VERSION)
      throw new CoreError('not-supported', `the host speaks version ${HOST_VERSION}, not ${hello.version}`)
    const about: HostHello = { version: HOST_VERSION, words: WORDS, pid: process.pid, start: ownStart, owner: ownOwner }
    const answer = (): void => peer.send(encodeFrame(frameType.hello, 0, 0, JSON.stringify(about)))
    if (hello.role === 'look') return answer()
    if (this.stopping) throw new CoreError('conflict', 'the host is ending')
    if (this.server && isAlive(this.server.pid))
      throw new CoreError(
        'conflict',
        `a server with this name, socket or port is already running: process ${this.server.pid}`,
      )
    // What a dead server has sent is still read to its end: only then is it known what it did.
    if (this.server) await within(this.serverGone.promise, HANDOVER_MS, this.options.clock)
    if (this.server) throw new CoreError('conflict', 'another server has taken these sessions')
    this.server = peer
    this.keep?.dispose()
    this.persist = hello.persist ?? null
    for (const program of this.programs.values()) this.archive(program)
    answer()
    if (this.note.length > 0) peer.send(encodeFrame(frameType.meta, 0, 0, this.note))
    for (const program of this.programs.values()) program.attach(peer.send)
    peer.send(encodeFrame(frameType.ready, 0, 0))
  }

  leave(peer: Peer): void {
    this.peers.delete(peer)
    if (peer !== this.server) return
    this.server = null
    for (const program of this.programs.values()) program.detach()
    this.serverGone.resolve()
    this.serverGone = deferred()
    this.startKeeping()
  }

  handle(peer: Peer, { type, session, request, payload }: Frame): void {
    if (type === frameType.look) return this.look(peer, session, request, payload)
    if (peer !== this.server) throw new CoreError('invalid-request', `frame ${type} from one that is not the server`)
    if (type === frameType.spawn) return this.spawn(peer, request, payload)
    if (type === frameType.stop) return void this.stop()
    if (type === frameType.meta && session === 0) {
      this.note = Buffer.from(payload)
      return
    }
    const program = this.programs.get(session)
    if (program) this.handleFor(program, peer, type, request, payload)
    else if (request > 0) peer.fail(request, new CoreError('session-not-found', `no program ${session}`))
  }

  private handleFor(program: HostedProgram, peer: Peer, type: number, request: number, payload: Buffer): void {
    switch (type) {
      case frameType.write: {
        const { key, bytes } = keyOf(payload)
        return peer.answer(request, program.write(key, bytes))
      }
      case frameType.reply:
        return program.reply(payload.readDoubleLE(0), payload.subarray(8))
      case frameType.resize:
        return program.resize(
          payload.readUInt16LE(0),
          payload.readUInt16LE(2),
          payload.readUInt16LE(4),
          payload.readUInt16LE(6),
        )
      case frameType.note:
        return program.note(payload.readDoubleLE(0), payload.subarray(8))
      case frameType.keyframe:
        return program.keep(payload.readDoubleLE(0), payload.readDoubleLE(8), payload.subarray(16))
      case frameType.meta:
        program.meta = Buffer.from(payload)
        return
      case frameType.ack:
        return program.ack(payload.readDoubleLE(0))
      case frameType.hangUp:
        return program.hangUp()
      case frameType.forget:
        program.forget()
        this.programs.delete(program.number)
    }
  }

  private spawn(peer: Peer, request: number, payload: Buffer): void {
    const blocks = new BlockReader(payload)
    const options = JSON.parse(blocks.next().toString()) as ProgramOptions
    const number = ++this.lastNumber
    try {
      const program = new HostedProgram(number, options, blocks.rest(), this.options.clock)
      program.onExit.on(() => this.limitEnded())
      this.archive(program)
      this.programs.set(number, program)
      peer.send(encodeFrame(frameType.done, number, request, JSON.stringify({ pid: program.pid })))
      program.attach(peer.send)
    } catch (error) {
      peer.fail(request, error)
    }
  }

  private archive(program: HostedProgram): void {
    if (this.persist !== null) program.archiveIn(this.persist, this.options.report)
  }

  private look(peer: Peer, session: number, request: number, payload: Buffer): void {
    const program = this.programs.get(session)
    const [sockets, everyone, short] = [1, 2, 4].map((bit) => (payload[0] & bit) !== 0)
    const seen = program?.look({ sockets, everyone }, short) ?? null
    peer.send(encodeFrame(frameType.facts, session, request, JSON.stringify(seen)))
  }

  private startKeeping(): void {
    if (this.stopping) return
    const { keepMs, clock, report } = this.options
    const ms = this.programs.size > 0 ? keepMs : Math.min(keepMs, NOTHING_TO_KEEP_MS)
    this.keep = clock.after(ms, () => {
      const { size } = this.programs
      if (size > 0)
        report(`no server for ${Math.round(ms / 1000)} s: ending ${size === 1 ? 'a program' : `${size} programs`}`)
      void this.stop()
    })
  }

  private limitEnded(): void {
    if (this.server) return
    const ended = [...this.programs.values()].filter(({ exited }) => exited)
    for (const { number } of ended.slice(0, -MAX_ENDED)) this.programs.delete(number)
  }
}

/** Whoever is connected: a server, or one that only looks. */
class Peer {
  pid = 0
  readonly send: FrameSocket['send']
  private readonly socket: FrameSocket
  private greeted = false

  constructor(
    socket: Socket,
    private readonly host: Host,
  ) {
    this.socket = new FrameSocket(socket, {
      frame: (frame) => this.take(frame),
      failed: (error) => this.refuse(error),
      closed: () => host.leave(this),
    })
    this.send = this.socket.send
  }

  answer(request: number, done: Promise<void>): void {
    done.then(
      () => this.send(encodeFrame(frameType.done, 0, request)),
      (error: unknown) => this.fail(request, error),
    )
  }

  fail(request: number, error: unknown): void {
    const known = error instanceof CoreError ? error : new CoreError('internal', String(error))
    const { code, message, data } = known
    this.send(encodeFrame(frameType.done, 0, request, JSON.stringify({ error: { code, message, data } })))
  }

  close(): void {
    this.socket.end()
  }

  private take(frame: Frame): void {
    if (this.greeted) return this.host.handle(this, frame)
    this.greeted = true
    if (frame.type !== frameType.hello) throw new CoreError('invalid-request', 'the first frame must be a hello')
    const hello = JSON.parse(frame.payload.toString()) as ServerHello
    this.pid = hello.pid
    this.host.greet(this, hello).catch((error: unknown) => this.refuse(error))
  }

  private refuse(error: unknown): void {
    this.send(encodeFrame(frameType.refused, 0, 0, error instanceof Error ? error.message : String(error)))
    this.close()
    this.host.leave(this)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function within(promise: Promise<void>, ms: number, clock: Clock): Promise<void> {
  const late = deferred<void>()
  const timer = clock.after(ms, late.resolve)
  await Promise.race([promise, late.promise])
  timer.dispose()
}
