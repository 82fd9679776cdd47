/** Answers as the body of one HTTP response, sent as they come: an array of them, or the only one. */
import type { ServerResponse } from 'node:http'
import { defaultConnectionLimits } from './connection.js'
import { securityHeaders } from './http-server.js'

interface Answer {
  readonly text: string
  readonly afterwards: readonly (() => void)[]
}

export class ResponseOutlet {
  private begun = false

  constructor(
    private readonly response: ServerResponse,
    private readonly asArray: boolean,
  ) {}

  put({ text, afterwards }: Answer): true {
    if (!this.begun) this.response.writeHead(200, { 'content-type': 'application/json', ...securityHeaders })
    const before = this.asArray ? (this.begun ? ',' : '[') : ''
    this.begun = true
    this.response.write(before + text)
    for (const action of afterwards) action()
    return true
  }

  /** Waits while the client does not read what it got; null when it does. */
  room(): Promise<void> | null {
    const { response } = this
    if (!response.writableNeedDrain || response.destroyed) return null
    return new Promise((resolve) => {
      response.setTimeout(defaultConnectionLimits.stallMs)
      const done = (): void => {
        response.setTimeout(0)
        response.off('drain', done)
        response.off('close', done)
        resolve()
      }
      response.on('drain', done)
      response.on('close', done)
    })
  }

  end(): void {
    if (!this.begun) this.response.writeHead(204, securityHeaders)
    this.response.end(this.begun && this.asArray ? ']' : undefined)
  }
}
