import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { deferred } from '../base/deferred.js'
import { RecordingStore } from './recording-store.js'

const limits = { recordingBytes: 1000, allBytes: 2500, memoryBytes: 100 }
const line = 'ä'.repeat(24)

describe('what is recorded', () => {
  test('comes back whole and in order, from memory and from the file it moved to', () => {
    const lines = new RecordingStore(limits).open()
    const written = Array.from({ length: 15 }, (_, index) => `${index} ${line}`)
    for (const one of written) expect(lines.write(one)).toBe(true)
    lines.close('last')
    expect(lines.text()).toBe([...written, 'last', ''].join('\n'))
    lines.dispose()
  })

  test('leaves no file behind that has a name', () => {
    const found = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('polytty-recording-'))
    const before = found()
    const lines = new RecordingStore(limits).open()
    for (let index = 0; index < 10; index++) lines.write(line)
    expect(found()).toEqual(before)
    lines.dispose()
  })

  test('has a bound for each and one for all, says which it met, and gives room back', () => {
    const store = new RecordingStore(limits)
    const all = [store.open(), store.open(), store.open()]
    for (const lines of all) while (lines.write(line));
    expect(all.map(({ failure }) => failure)).toEqual([
      expect.stringContaining('its bound'),
      expect.stringContaining('its bound'),
      expect.stringContaining('all recordings together'),
    ])
    expect(store.heldBytes).toBe(all.reduce((sum, { bytes }) => sum + bytes, 0))
    all[0]!.dispose()
    const next = store.open()
    expect([next.write(line), store.heldBytes <= limits.allBytes]).toEqual([true, true])
  })
})

test('what takes much memory is done one at a time, and a failure is one’s own', async () => {
  const store = new RecordingStore()
  const [first, second] = [deferred<string>(), deferred<string>()]
  const begun: string[] = []
  const jobs = [first, second].map(({ promise }, index) =>
    store.inTurn(() => {
      begun.push(`${index}`)
      return promise
    }),
  )
  await Promise.resolve()
  expect(begun).toEqual(['0'])
  first.reject(new Error('failed'))
  await expect(jobs[0]).rejects.toThrow('failed')
  second.resolve('done')
  expect([await jobs[1], begun]).toEqual(['done', ['0', '1']])
})
