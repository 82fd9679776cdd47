/** The colours that one captured row leaves to the next: tmux writes only what changes, across rows. */

const SGR = /\x1b\[([\d;:]*)m/g

export class CarriedPen {
  /** Each property with the parameters that set it last. */
  private readonly parts = new Map<string, string>()

  take(row: Uint8Array): void {
    for (const [, params] of Buffer.from(row).toString('latin1').matchAll(SGR)) this.apply(params.split(';'))
  }

  sequence(): string {
    return this.parts.size === 0 ? '' : `\x1b[${[...this.parts.values()].join(';')}m`
  }

  private apply(params: readonly string[]): void {
    for (let at = 0; at < params.length; at++) {
      const param = params[at]
      const code = Number.parseInt(param, 10) || 0
      if (code === 0) this.parts.clear()
      else if (code !== 38 && code !== 48 && code !== 58) this.parts.set(propertyOf(code), param)
      else {
        // `38;5;N`, `38;2;R;G;B`, or all in one with colons.
        const extra = param.includes(':') ? 0 : params[at + 1] === '5' ? 2 : 4
        this.parts.set(propertyOf(code), params.slice(at, at + extra + 1).join(';'))
        at += extra
      }
    }
  }
}

function propertyOf(code: number): string {
  if ((code >= 30 && code <= 39) || (code >= 90 && code <= 97)) return 'foreground'
  if ((code >= 40 && code <= 49) || (code >= 100 && code <= 107)) return 'background'
  return code === 58 || code === 59 ? 'underline' : String(code)
}
