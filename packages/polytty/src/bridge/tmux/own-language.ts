/**
 * What programs say to tmux alone, as other terminals understand it: `ESC k … ESC \` is a title, and `ESC P tmux; … ESC \`
 * holds, where the pane allows it, what is meant for the terminal around tmux, with every ESC twice. All else passes as
 * it is. Bytes may come cut anywhere; of what is not decided yet, at most seven are kept back.
 */
const ESC = 0x1b
const K = 0x6b
const BACKSLASH = 0x5c
const PASSTHROUGH = Buffer.from('\x1bPtmux;')
/** Longer titles are cut. */
const MAX_TITLE = 1024

export class OwnLanguage {
  private state: 'text' | 'title' | 'passthrough' = 'text'
  /** An ESC, and what follows it, that may begin or end something. */
  private held: number[] = []
  private title: number[] = []
  private out = new Uint8Array(16_384)
  private length = 0

  constructor(
    private readonly emit: (bytes: Uint8Array) => void,
    private readonly allowsPassthrough: boolean,
  ) {}

  push(bytes: Uint8Array): void {
    // By far most output has nothing of this.
    if (this.state === 'text' && this.held.length === 0 && !this.mayConcern(bytes)) return this.emit(bytes)
    for (const byte of bytes) this.take(byte)
    this.flush()
  }

  /** What was begun is forgotten: what comes next is the beginning of something else. */
  reset(): void {
    this.state = 'text'
    this.held = []
    this.title = []
  }

  private mayConcern(bytes: Uint8Array): boolean {
    for (let at = bytes.indexOf(ESC); at >= 0; at = bytes.indexOf(ESC, at + 1)) {
      const next = bytes[at + 1]
      if (next === undefined || next === K || next === ESC || (this.allowsPassthrough && next === PASSTHROUGH[1]))
        return true
    }
    return false
  }

  private take(byte: number): void {
    if (this.state === 'text') return this.takeText(byte)
    if (this.held.length === 0) {
      if (byte === ESC) this.held.push(byte)
      else this.inside(byte)
      return
    }
    this.held = []
    if (byte === BACKSLASH) return this.finish()
    // In what is passed on an ESC stands for two.
    this.inside(ESC)
    if (this.state !== 'passthrough' || byte !== ESC) this.inside(byte)
  }

  private takeText(byte: number): void {
    const { held } = this
    if (held.length === 0 && byte !== ESC) return this.put(byte)
    if (held.length === 1 && byte === K) return this.begin('title')
    const isExpected = held.length === 0 || (this.allowsPassthrough && byte === PASSTHROUGH[held.length])
    if (!isExpected) {
      for (const one of held.splice(0)) this.put(one)
      return this.takeText(byte)
    }
    held.push(byte)
    if (held.length === PASSTHROUGH.length) this.begin('passthrough')
  }

  private begin(state: 'title' | 'passthrough'): void {
    this.state = state
    this.held = []
    this.title = []
  }

  private inside(byte: number): void {
    if (this.state === 'passthrough') this.put(byte)
    else if (byte >= 0x20 && this.title.length < MAX_TITLE) this.title.push(byte)
  }

  private finish(): void {
    const { state, title } = this
    this.reset()
    if (state === 'title') for (const byte of [ESC, ...Buffer.from(']2;'), ...title, 0x07]) this.put(byte)
  }

  private put(byte: number): void {
    if (this.length === this.out.length) this.flush()
    this.out[this.length++] = byte
  }

  private flush(): void {
    if (this.length === 0) return
    const { length } = this
    this.length = 0
    this.emit(this.out.subarray(0, length))
  }
}
