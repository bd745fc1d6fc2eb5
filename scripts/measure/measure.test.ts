import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { knotsOf } from '../check/folder-knot.ts'
import { measureTree, quantile } from './figures.ts'
import { tableLines } from './table.ts'
import { readTree } from './tree.ts'
import { walk } from './walk.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'measure-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const SERVER = 'apps/server/src'
const GROUPS = `${SERVER}/modules/profiles/groups`

test('a small tree is measured', () => {
  const body = '  //\n'.repeat(60)
  const root = tree({
    [`${SERVER}/db/a.ts`]: `import { s } from '../secret/s.ts'\nexport const a = s\n`,
    [`${SERVER}/secret/s.ts`]: `import type { a } from '../db/a.ts'\nexport const s = 1\nexport type A = typeof a\n`,
    [`${SERVER}/http/h.ts`]: `export function long() {\n${body}}\nexport const short = () => 1\n`,
    [`${GROUPS}/port.ts`]: `export type Server = {}\n`,
    [`${GROUPS}/queries.ts`]:
      `import type { Server } from './port.ts'\ntype In<E> = E\n` +
      'export const read = (server: Server, enterpriseId: In<string>) =>\n  sql<Row>`select 1 from profile p join user_account u on true`\n' +
      "export const write = (db: Db) => db.insertInto('profile_group')\n",
    [`${GROUPS}/groups.test.ts`]: 'const enterpriseId = 1\n\nsql<Row>`select 2 from profile`\n',
    [`${GROUPS}/made.gen.ts`]: 'generated\n'.repeat(1000),
    'apps/web/src/features/profiles/groups/GroupsPage.tsx': 'export const page = 1\n',
    'apps/web/src/features/profiles/groups/groups.css': '.a {\n}\n',
  })
  const figures = Object.fromEntries(measureTree(root).map(({ name, value }) => [name, value]))
  expect(figures).toMatchObject({
    'product: lines': String(2 + 3 + 63 + 1 + 5 + 1),
    'product: files': '6',
    'tests: lines': '3',
    'CSS: lines': '2',
    'functions over 60 lines': '1',
    'functions over 60 lines: web app': '0',
    'files of at most 50 lines that one file imports': '3',
    'of these, no entry of a module, part of a page or file with a test of its own': '3',
    'server: knots of folders': '1',
    'server: folders in knots': '2',
    'server: knot 1': 'db secret',
    'web app: knots of folders': '0',
    'ways of SQL': '2',
    'SQL: kysely builder': '1',
    'statements with a row type written by hand': '1',
    'modules that read profile': '1',
    'modules that read user_account': '1',
    'parameters named enterpriseId': '1',
    'port.ts files': '1',
    'copies of In and Out': '1',
    'folders that a feature touches: most': '2',
    'walk, row to code: files within reach': '-',
  })
})

test('a knot is the folders that import each other, directly or through others', () => {
  const edge = (from: string, to: string) => ({ from: `s/${from}/x.ts`, to: `s/${to}/x.ts`, typeOnly: false })
  const edges = [edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'd'), edge('d', 'd')]
  expect(knotsOf('s/', edges)).toEqual([['a', 'b', 'c']])
  expect(knotsOf('s/', [...edges, edge('e', 'd'), edge('d', 'e')])).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
  expect(knotsOf('s/', edges.slice(1))).toEqual([])
})

test('a walk follows names through files and re-exports, not what it does not use', () => {
  const root = tree({
    [`${SERVER}/run.ts`]:
      `import { step } from './service.ts'\nimport { unused } from './unused.ts'\n` +
      'export function start() {\n  step()\n}\nexport const other = unused\n',
    [`${SERVER}/service.ts`]: `export { one as step } from './one.ts'\n`,
    [`${SERVER}/one.ts`]: 'export const one = () => table.x()\nconst table = { x: () => sql`select 1` }\n',
    [`${SERVER}/unused.ts`]: 'export const unused = 1\n',
  })
  const start = { name: 'start', starts: [`${SERVER}/gone.ts#start`, `${SERVER}/run.ts#start`] }
  expect(walk(readTree(root), start)).toEqual({ files: 2, functions: 3, statements: 1 })
})

test('checkouts are columns next to each other; what one lacks is a dash, and long values follow below', () => {
  const long = 'app api ui domain features session'
  const columns = [
    { title: 'old', figures: [{ name: 'files', value: '10' }] },
    {
      title: 'new',
      figures: [
        { name: 'files', value: '9' },
        { name: 'lines', value: '100' },
        { name: 'knot', value: long },
      ],
    },
  ]
  expect(tableLines(columns)).toEqual([
    '| figure | old | new |',
    '|--------|----:|----:|',
    '| files  |  10 |   9 |',
    '| lines  |   - | 100 |',
    '',
    'knot (old): -',
    `knot (new): ${long}`,
  ])
})

test('a quantile is one of the values', () => {
  expect(quantile([3, 1, 2, 4], 0.5)).toBe(2)
  expect(quantile([3, 1, 2, 4], 0.95)).toBe(4)
  expect(quantile([], 0.5)).toBe(0)
})
