/** Labels on the command line: `os=linux,gpu=none`, once or more often. */
import { InvalidArgumentError } from 'commander'

const LABEL = /^([A-Za-z0-9_.-]{1,64})=([A-Za-z0-9_.-]{1,64})$/
const MAX_LABELS = 64

export function gatherLabels(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const labels = { ...before }
  for (const label of text.split(',')) {
    const [, name, value] = LABEL.exec(label.trim()) ?? []
    if (name === undefined || value === undefined)
      throw new InvalidArgumentError(`${JSON.stringify(label)} is not a label: write it like os=linux`)
    labels[name] = value
  }
  if (Object.keys(labels).length > MAX_LABELS) throw new InvalidArgumentError(`more than ${MAX_LABELS} labels`)
  return labels
}
