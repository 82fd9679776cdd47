/**
 * The plain text that every match of a regular expression has in it, as far as that is easily seen: what lies between
 * classes, groups and repetitions at the top level. Nothing where there is doubt.
 */

/** Escapes of one letter that stand for no character of their own; what others take with them is not read here. */
const simpleEscapes = /[dDwWsSbBAznrtfv]/
/** Flags change what letters mean, \Q what everything means. */
const unclear = /\(\?[a-zA-Z-]*[:)]|\\Q/

/** Runs of characters, each of which is in every match as it is. */
export function requiredText(source: string): string[] {
  if (unclear.test(source.replaceAll('(?:', '('))) return []
  const runs: string[] = []
  let run = ''
  const end = (): void => {
    if (run.length > 1) runs.push(run)
    run = ''
  }
  for (let i = 0; i < source.length; i++) {
    let char = source[i] as string
    if (char === '|') return []
    if (char === '(' || char === '[') {
      i = char === '(' ? groupEnd(source, i) : classEnd(source, i)
      end()
      continue
    }
    if ('.^$*+?{})]'.includes(char)) {
      if (char === '{') i = Math.max(i, source.indexOf('}', i))
      end()
      continue
    }
    if (char === '\\') {
      char = source[++i] ?? ''
      if (simpleEscapes.test(char)) {
        end()
        continue
      }
      if (char === '' || /\w/.test(char)) return []
    }
    const next = source[i + 1] ?? ''
    if ('*?{'.includes(next) && next !== '') end()
    else run += char
  }
  end()
  return runs
}

/** Where the group ends that begins at `from`; past the end where it does not. */
function groupEnd(source: string, from: number): number {
  for (let i = from + 1; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '[') i = classEnd(source, i)
    else if (source[i] === '(') i = groupEnd(source, i)
    else if (source[i] === ')') return i
  }
  return source.length
}

/** The same for a class, which may have others in it. */
function classEnd(source: string, from: number): number {
  let i = from + 1
  if (source[i] === '^') i++
  // First in a class it is itself.
  if (source[i] === ']') i++
  for (; i < source.length; i++) {
    if (source[i] === '\\') i++
    else if (source[i] === '[') i = classEnd(source, i)
    else if (source[i] === ']') return i
  }
  return source.length
}
