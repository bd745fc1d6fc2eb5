import { expect, test } from 'vitest'
import { type FileMeasure, fileTable, projectLines, projectOf, slowFileLines } from './measure.ts'

const file = (change: Partial<FileMeasure>): FileMeasure => ({
  project: 'server',
  path: 'a.test.ts',
  tests: 2,
  assertions: 10,
  seconds: 1,
  workerSeconds: 0.6,
  ...change,
})
const files = (...seconds: number[]) => seconds.map((one) => file({ path: `${one}.test.ts`, seconds: one }))
const { workerSeconds: _, ...walk } = file({ project: 'end to end', path: 'walk.test.ts', seconds: 4 })

test('each project that ran has a line with its files, tests, assertions and processor seconds', () => {
  expect(projectLines([file({}), file({ path: 'b.test.ts' }), walk])).toEqual([
    'project         files      tests assertions   worker s',
    'server              2          4         20          1',
    'end to end          1          2         10          -',
    'all                 3          6         30          1',
  ])
  expect(projectLines([walk])).toHaveLength(2)
  expect(projectLines([])).toEqual([])
})

test('the table of all files is ordered by project and path', () => {
  const pure = file({ project: 'pure', path: 'packages/b.test.ts' })
  expect(fileTable([walk, file({}), pure, file({ ...pure, path: 'packages/a.test.ts' })]).split('\n')).toEqual([
    'project\tfile\ttests\tassertions\tseconds\tworker seconds',
    'pure\tpackages/a.test.ts\t2\t10\t1.00\t0.60',
    'pure\tpackages/b.test.ts\t2\t10\t1.00\t0.60',
    'server\ta.test.ts\t2\t10\t1.00\t0.60',
    'end to end\twalk.test.ts\t2\t10\t4.00\t',
    '',
  ])
})

test('the slowest files are listed, the slowest first', () => {
  const lines = ['slowest files', '   12 s 12.test.ts', '    6 s 6.2.test.ts']
  expect(slowFileLines(files(6.2, 4.9, 12))).toEqual(lines)
})

test('a run with many slow files lists twelve, and a run without any has no list', () => {
  expect(slowFileLines(files(...Array.from({ length: 20 }, (_, index) => 10 + index)))).toHaveLength(1 + 12)
  expect(slowFileLines(files(4.9))).toEqual([])
})

test('a browser project of Vitest is known by its name, and no other one is', () => {
  expect(['pure', 'states', 'states (chromium)'].map(projectOf)).toEqual(['pure', 'states', 'states'])
  expect(() => projectOf('stately')).toThrow('unknown project of Vitest: stately')
})
