/** What came of the conversations of each protocol, as the table in docs/bridges.md has it. */

export interface Tally {
  readonly protocol: string
  readonly conversations: number
  passed: number
  /** By name. */
  readonly failed: string[]
  /** Why those that cannot be had cannot, by name. */
  readonly reasons: Readonly<Record<string, string>>
}

const head = ['protocol', 'conversations', 'passed', 'failed', 'impossible']
const BEGIN = '<!-- conformance -->\n'
const END = '<!-- end -->'

/** The text with a table of these in place of the one it has. */
export function withTallies(text: string, tallies: readonly Tally[]): string {
  const [before, after] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))]
  const rows = tallies.map(({ protocol, conversations, passed, failed, reasons }) => [
    ...[protocol, conversations, passed, listed(failed)],
    listed(Object.keys(reasons), (name) => `\`${name}\`: ${reasons[name]}`),
  ])
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`)
  return `${before}${lines.join('')}${after}`
}

function listed(names: readonly string[], describe = (name: string): string => `\`${name}\``): string {
  return names.map(describe).join('; ') || 'none'
}
