/** `polytty skill`: prints what an agent with a shell has to know of the commands, or puts it where agents look. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../cli-kit/print.js'
import { skillText } from './skill-text.js'

export function skill(folder: string | undefined): void {
  if (folder === undefined) return print(skillText)
  const own = join(folder, 'polytty')
  mkdirSync(own, { recursive: true })
  const path = join(own, 'SKILL.md')
  writeFileSync(path, `${skillText}\n`)
  print(path)
}
