/** `polytty skill`: prints what an agent with a shell has to know of the commands, or puts it where agents look. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { print } from '../cli-kit/print.js'
import { makeFolder } from '../files/make-folder.js'
import { skillText } from './skill-text.js'

export function skill(folder: string | undefined): void {
  if (folder === undefined) return print(skillText)
  const own = join(folder, 'polytty')
  makeFolder(own)
  const path = join(own, 'SKILL.md')
  writeFileSync(path, `${skillText}\n`)
  print(path)
}
