import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { PROGRAMS_SETTING, programOf } from '../../apps/server/src/testing/program.ts'
import { placesKept } from './programs.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCE = join(ROOT, 'apps/server/src/worker/worker-process.ts')

afterEach(() => vi.unstubAllEnvs())

test('in a bundle, a module finds the files next to its source, and starts bundled programs', () => {
  const kept = (code: string) => placesKept(code, { id: SOURCE, folder: '/bundle' })
  expect(kept("fork(new URL('./task-process.ts', import.meta.url))")).toBe(
    'fork(new URL("file:///bundle/apps/server/src/worker/task-process.mjs"))',
  )
  expect(kept("readFileSync(new URL('words.txt', import.meta.url))")).toBe(
    `readFileSync(new URL('words.txt', "${pathToFileURL(SOURCE)}"))`,
  )
  expect(kept('join(import.meta.dirname, name)')).toBe(`join("${join(ROOT, 'apps/server/src/worker')}", name)`)
})

test('tests start the bundled program of a source file if there is one, otherwise the source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'programs-'))
  mkdirSync(join(folder, 'apps/server/src'), { recursive: true })
  const bundled = join(folder, 'apps/server/src/main.mjs')
  writeFileSync(bundled, '')
  const [main, other] = ['main.ts', 'other.ts'].map((name) => pathToFileURL(join(ROOT, 'apps/server/src', name)))
  const text = new URL('data:text/javascript,export const run = () => 1')
  vi.stubEnv(PROGRAMS_SETTING, folder)
  expect([main!, other!, text].map(programOf)).toEqual([pathToFileURL(bundled), other, text])
  vi.stubEnv(PROGRAMS_SETTING, undefined)
  expect(programOf(main!)).toBe(main)
  rmSync(folder, { recursive: true })
})
