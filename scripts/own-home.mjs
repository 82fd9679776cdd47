/**
 * Importing this gives tests and benchmarks a HOME of their own, empty and removed at the end: what the user's shells
 * and programs read in theirs must not change a result, and nothing is left there.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Variables that lead to files of the user, or change their shell. */
const personal = /^(?:XDG_\w+|ZDOTDIR|ENV|BASH_ENV|INPUTRC|PROMPT_COMMAND|PS1)$/

const home = mkdtempSync(join(tmpdir(), 'polytty-home-'))
process.on('exit', () => rmSync(home, { recursive: true, force: true }))
for (const name of Object.keys(process.env)) if (personal.test(name)) delete process.env[name]
Object.assign(process.env, { HOME: home, SHELL: '/bin/sh', XDG_RUNTIME_DIR: join(home, 'run') })
