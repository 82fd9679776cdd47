import './scripts/own-home.mjs'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import './test/support/bare-path.js'
import { defineConfig } from 'vitest/config'
import { SkipReport } from './test/support/skip-report.js'

const packages = join(import.meta.dirname, 'packages')

export default defineConfig({
  // Tests run the sources of every package, whatever was built.
  resolve: {
    alias: [
      { find: /^@polytty\/test\/(vitest|node)$/, replacement: join(packages, 'test', 'src', 'runners', '$1.ts') },
      ...readdirSync(packages).flatMap((name) => [
        { find: new RegExp(`^@polytty/${name}$`), replacement: join(packages, name, 'src', 'index.ts') },
        { find: new RegExp(`^@polytty/${name}/(.+)$`), replacement: join(packages, name, 'src', '$1.ts') },
      ]),
      { find: /^polytty\/(\w+)$/, replacement: join(packages, 'polytty', 'src', '$1.ts') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Only what hangs ends by these, on however busy a machine.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    setupFiles: [join(import.meta.dirname, 'test/support/own-runtime.ts')],
    pool: 'forks',
    // Most tests wait for programs: a worker for each core, where the default leaves one idle.
    maxWorkers: '100%',
    reporters: ['default', new SkipReport()],
  },
})
