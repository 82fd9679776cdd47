/** Puts tables between the marks of a name in a page of docs/, attacks.md if none is named. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export function writeTables(name: string, tables: string, page = 'attacks.md'): void {
  const path = join(import.meta.dirname, '..', '..', 'docs', page)
  const text = readFileSync(path, 'utf8')
  const marks = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  if (!marks.test(text)) throw new Error(`${path} has no marks <!-- ${name} --> and <!-- /${name} -->`)
  writeFileSync(
    path,
    text.replace(marks, (_, begin: string, end: string) => `${begin}${tables}\n${end}`),
  )
}
