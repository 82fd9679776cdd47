/**
 * Runs a part of the corpus as another user: `tsx as-user.ts UID name…` (root only). Prints what went wrong as JSON, an
 * empty list if nothing did.
 */
import { faults, runSubject } from './run-subject.js'
import { subjects } from './subjects.js'

const [uid, ...names] = process.argv.slice(2)
process.setgroups?.([])
process.setgid?.(Number(uid))
process.setuid?.(Number(uid))
process.env.HOME = '/'
const wrong: string[] = []
for (const subject of subjects.filter(({ name }) => names.includes(name)))
  wrong.push(...faults(await runSubject(subject)).map((fault) => `${subject.name}, ${fault}`))
process.stdout.write(JSON.stringify(wrong))
process.exit(0)
