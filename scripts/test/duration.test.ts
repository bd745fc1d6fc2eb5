import { expect, test } from 'vitest'
import { joinDurations, noDurations, playwrightFiles, slowFileLines } from './duration.ts'

const files = (...seconds: number[]) => seconds.map((one) => ({ path: `${one}.test.ts`, seconds: one }))

test('the slowest files of all runners are listed, the slowest first', () => {
  const vitest = { projects: { server: 9 }, files: files(6.2, 4.9) }
  const playwright = { projects: { 'end to end': 8 }, files: files(12) }
  const both = joinDurations([vitest, playwright])
  expect(both.projects).toEqual({ server: 9, 'end to end': 8 })
  expect(slowFileLines(both)).toEqual(['slowest files', '   12 s 12.test.ts', '    6 s 6.2.test.ts'])
})

test('a run with many slow files lists twelve, and a run without any has no list', () => {
  const many = files(...Array.from({ length: 20 }, (_, index) => 10 + index))
  expect(slowFileLines({ ...noDurations(), files: many })).toHaveLength(1 + 12)
  expect(slowFileLines({ ...noDurations(), files: files(4.9) })).toEqual([])
})

test('the duration of a browser test file is that of all its tests, in groups and retried', () => {
  const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
  const inner = { file: 'walk.test.ts', specs: [spec(1_000, 2_000)] }
  const suites = [{ file: 'walk.test.ts', specs: [spec(4_000)], suites: [inner] }]
  expect(playwrightFiles({ suites })).toEqual([{ path: 'tests/e2e/walk.test.ts', seconds: 7 }])
  expect(playwrightFiles(undefined)).toEqual([])
})
