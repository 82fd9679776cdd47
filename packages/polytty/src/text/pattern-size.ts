/**
 * How large a regular expression becomes when it is compiled, computed from its text: repetitions are written out, so that
 * twenty characters may stand for a million steps. Rather too much than too little; whether it is well formed is left to
 * the compiler.
 */
const REPEAT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y
/** One character of a pattern: an escape, a class, or itself. */
const ATOM = /\\Q.*?(?:\\E|$)|\\[pPx](?:\{[^}]*\}|.)|\\.|\[\^?\]?(?:\\.|\[:[a-z^]*:\]|[^\]\\])*\]|./suy

/** Where a group begins and where it ends. */
const GROUP_STEPS = 2

export function patternSize(source: string): number {
  const open: number[] = []
  let sum = 0
  let last = 0
  for (let at = 0; at < source.length; ) {
    const repeat = matchAt(REPEAT, source, at)
    if (repeat) {
      const times = Math.max(Number(repeat[1]), Number(repeat[2] ?? 0), 1)
      sum += last * (times - 1)
      last *= times
      at += repeat[0].length
      continue
    }
    const atom = matchAt(ATOM, source, at)![0]
    at += atom.length
    if (atom === '(') {
      open.push(sum)
      sum = last = 0
    } else if (atom === ')') {
      last = sum + GROUP_STEPS
      sum = last + (open.pop() ?? 0)
    } else if (!'*+?|'.includes(atom)) {
      last = atom.startsWith('\\Q') ? atom.length : 1
      sum += last
    }
  }
  return open.reduce((total, outer) => total + outer, sum)
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}
