import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readImportGraph } from './import-graph.ts'
import { brokenWebLevels, webEntriesWithoutLevel, webKnots } from './web-level.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A web app of these files, by their paths from `apps/web/src`. */
function app(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'levels-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, 'apps/web/src', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return root
}

const SOURCES = {
  'api/call.ts': 'export const value = 1\n',
  'ui/toast.ts': 'export type Thing = string\nexport const value = 1\n',
  'router.tsx': 'export const value = 1\n',
}

const value = (to: string) => `import { value } from '${to}'\nexport const x = value\n`

const graphOf = (files: Record<string, string>) => readImportGraph(app({ ...SOURCES, ...files }))

test('an import of a level to the right is reported, even of a type', () => {
  const below = graphOf({
    'api/a.ts': "import type { Thing } from '../ui/toast.ts'\nexport type X = Thing\n",
    'session/b.ts': value('../router.tsx'),
  })
  expect(brokenWebLevels(below)).toEqual([
    'apps/web/src/api/a.ts -> apps/web/src/ui/toast.ts',
    'apps/web/src/session/b.ts -> apps/web/src/router.tsx',
  ])
})

test('levels to the left may be imported; tests and states may import all', () => {
  const graph = graphOf({
    'ui/a.ts': value('../api/call.ts'),
    'App.tsx': value('./router.tsx'),
    'api/call.test.ts': value('../router.tsx'),
    'ui/A.states.tsx': value('../router.tsx'),
    'states/a.ts': value('../router.tsx'),
  })
  expect(brokenWebLevels(graph)).toEqual([])
})

test('folders of one level may import each other, but not in a circle', () => {
  const oneWay = { 'brand/a.ts': 'export const value = 1\n', 'notice/a.ts': value('../brand/a.ts') }
  expect(webKnots(graphOf(oneWay))).toEqual([])
  expect(webKnots(graphOf({ ...oneWay, 'brand/b.ts': value('../notice/a.ts') }))).toEqual(['brand notice'])
})

test('a folder without a level is reported, and a level without its folder', () => {
  const faults = webEntriesWithoutLevel(app({ 'extra/a.ts': '', 'api/a.ts': '', 'paths.test.ts': '' }))
  expect(faults).toContain('apps/web/src/extra has no level')
  expect(faults).toContain('apps/web/src/ui does not exist')
  expect(faults.filter((fault) => fault.includes('/api ') || fault.includes('paths.test'))).toEqual([])
})
