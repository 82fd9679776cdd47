import { expect, test } from 'vitest'
import { describeSkipped } from './skip-report.js'

test('a reason has its count and its files', () => {
  const skipped = new Map([
    ['no vim: apt-get install vim', new Map([['b.test.ts', 2]])],
    [
      'no less: apt-get install less',
      new Map([
        ['a.test.ts', 1],
        ['b.test.ts', 11],
      ]),
    ],
  ])
  expect(describeSkipped(skipped).split('\n')).toEqual([
    ' Skipped for what is missing here: 14',
    '    12  no less: apt-get install less',
    '        1 in a.test.ts',
    '        11 in b.test.ts',
    '     2  no vim: apt-get install vim',
    '        2 in b.test.ts',
  ])
})
