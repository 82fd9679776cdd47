/**
 * For Playwright Test: `import { test, expect } from '@polytty/test/playwright'`. No browser is needed; where there is one, both
 * work side by side: what is no terminal goes to Playwright's own matchers.
 */
import { basename } from 'node:path'
import {
  test as base,
  expect as baseExpect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import type { Expectation } from '../expect.js'
import { isSubject } from '../judge.js'
import { Kit, type TestPlace } from '../kit.js'
import type { Subject } from '../matchers/definition.js'
import type { LaunchOptions } from '../options.js'
import { runnerMatchers } from './matchers.js'
import { type Fixtures, ofSoft, updateModeOf } from './run-test.js'

export { profileNames } from '../profiles.js'

/** What `test.use` takes: all but the locale, which is Playwright's own; `env` can set it. */
export type TerminalOptions = { [Name in Exclude<keyof LaunchOptions, 'locale'>]-?: LaunchOptions[Name] }

type TestArgs = PlaywrightTestArgs & PlaywrightTestOptions & Fixtures & TerminalOptions

/** An option that `test.use` and the configuration may set. */
const option: [undefined, { option: true }] = [undefined, { option: true }]

export const test: TestType<TestArgs, PlaywrightWorkerArgs & PlaywrightWorkerOptions> = base
  .extend<TerminalOptions>({
    ...{ program: option, size: option, files: option, cwd: option, env: option, inherit: option, timeZone: option },
    ...{ profile: option, term: option, chaos: option, secrets: option },
    ...{ settleMs: option, startMs: option, timeoutMs: option, endMs: option },
  })
  .extend<Fixtures & { kit: Kit }>({
    // Playwright reads here which fixtures are needed, so that all must be named.
    kit: async (
      // biome-ignore format: one line for each group of options.
      {
        program, size, files, cwd, env, inherit, timeZone, profile, term, chaos, secrets,
        settleMs, startMs, timeoutMs, endMs,
      },
      use,
      info,
    ) => {
      const what = { program, size, files, cwd, env, inherit, timeZone, profile, term, chaos, secrets }
      const kit = new Kit(placeOf(info), { ...what, settleMs, startMs, timeoutMs, endMs })
      await use(kit)
      const end = await kit.end(info.status !== info.expectedStatus)
      for (const path of end.attachments)
        info.attachments.push({ name: basename(path), path, contentType: contentTypeOf(path) })
      const failure = ofSoft(end.failures)
      if (failure) throw failure.error
    },
    terminal: async ({ kit }, use) => use(await kit.open()),
    launch: async ({ kit }, use) => use(kit.launch),
  })

function placeOf(info: TestInfo): TestPlace {
  return {
    file: info.file,
    title: info.titlePath.slice(1).join(' '),
    outputFolder: info.outputDir,
    update: updateModeOf(info.config.updateSnapshots),
    note: (description) => void info.annotations.push({ type: 'note', description }),
  }
}

function contentTypeOf(path: string): string {
  return path.endsWith('.png') ? 'image/png' : 'text/plain'
}

type SubjectExpect = (subject: Subject, message?: string) => Expectation

const ours = baseExpect.extend(runnerMatchers)
const softly = (subject: unknown, message?: string): unknown =>
  isSubject(subject) ? (ours.soft(subject, message) as unknown) : baseExpect.soft(subject, message)

/** Playwright's own, and that of terminals and what is found on them. */
export const expect: SubjectExpect & { soft: SubjectExpect } & typeof baseExpect = new Proxy(baseExpect, {
  apply: (target, self, args: Parameters<typeof baseExpect>) =>
    Reflect.apply(isSubject(args[0]) ? ours : target, self, args),
  get: (target, key) => (key === 'soft' ? softly : Reflect.get(target, key)),
}) as SubjectExpect & { soft: SubjectExpect } & typeof baseExpect
