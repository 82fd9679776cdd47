/** Guessing what was meant by a name that is not known. */

/** The known name closest to what was typed, if it is close enough to be a slip. */
export function nearest(name: string, known: readonly string[]): string | null {
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(name.length / 4)) + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      current.push(Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + same))
    }
    previous = current
  }
  return previous[b.length]!
}
