/** Lines of bytes out of chunks. A line is given as a range of a buffer that is valid only during the call. */

const LF = 0x0a
/** tmux writes no longer ones but for a captured line, which is as long as its text and colours. */
const MAX_LINE = 8 * 1024 * 1024

export class LineReader {
  private rest: Buffer[] = []
  private restBytes = 0

  constructor(private readonly onLine: (bytes: Buffer, start: number, end: number) => void) {}

  /** Throws where a line is too long to be one. */
  push(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) {
      const end = chunk.indexOf(LF, at)
      if (end < 0) break
      if (this.restBytes > 0) this.finish(chunk.subarray(at, end))
      else this.onLine(chunk, at, end)
      at = end + 1
    }
    if (at === chunk.length) return
    this.rest.push(at === 0 ? chunk : chunk.subarray(at))
    this.restBytes += chunk.length - at
    if (this.restBytes > MAX_LINE) throw new RangeError(`a line of more than ${MAX_LINE} bytes`)
  }

  private finish(last: Buffer): void {
    const line = Buffer.concat([...this.rest, last])
    this.rest = []
    this.restBytes = 0
    this.onLine(line, 0, line.length)
  }
}
