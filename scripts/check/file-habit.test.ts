import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { defaultExports, longFiles, longFunctions, misnamedFiles } from './file-habit.ts'

const root = mkdtempSync(join(tmpdir(), 'habit-'))
afterAll(() => rmSync(root, { recursive: true }))

const named = 'export const value = 1\n'
const long = named.repeat(451)
const lines = (count: number) => `export const lines = () => {\n${'  //\n'.repeat(count - 2)}}\n`
for (const [path, text] of Object.entries({
  'packages/ids/src/two-words.ts': named,
  'packages/ids/src/twoWords.ts': named,
  'packages/ids/src/Component.ts': named,
  'apps/web/src/ui/Page.states.tsx': long,
  'apps/web/src/ui/page_name.tsx': named,
  'apps/server/src/one.ts': 'const one = 1\nexport default one\n',
  'apps/server/src/two.ts': 'const two = 2\nexport { two as default }\n',
  'apps/server/src/three.ts': "export const three = 'export default'\n",
  'apps/server/src/long.ts': long,
  'apps/server/src/long.test.ts': long,
  'apps/server/src/short.ts': named.repeat(450),
  'apps/web/src/ui/Lines.tsx': `${named}${lines(60)}${lines(61)}`,
  'apps/web/src/ui/Lines.states.tsx': lines(61),
  'tests/e2e/global-setup.ts': 'export default 1\n',
})) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test('a file is named in kebab-case, or after its component in the web app', () => {
  expect(misnamedFiles(root).toSorted()).toEqual([
    'apps/web/src/ui/page_name.tsx',
    'packages/ids/src/Component.ts',
    'packages/ids/src/twoWords.ts',
  ])
})

test('a default export is reported, unless a tool loads the file', () => {
  expect(defaultExports(root).toSorted()).toEqual(['apps/server/src/one.ts', 'apps/server/src/two.ts'])
})

test('a file of the product with more than 450 lines is reported; tests and states are not', () => {
  expect(longFiles(root)).toEqual(['apps/server/src/long.ts: 451 lines'])
})

test('a function of the product with more than 60 lines is reported with its line; those of states are not', () => {
  expect(longFunctions(root)).toEqual(['apps/web/src/ui/Lines.tsx:62: 61 lines'])
})
