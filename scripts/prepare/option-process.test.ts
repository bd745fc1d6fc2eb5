import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'simwright-option-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the command and the check of its options read; nothing is installed or built, and nothing can be. */
const FILES = ['scripts/prepare.mjs', 'scripts/prepare', 'apps/server/src/secret']
const SETTINGS = ['apps/server/src/config.ts', 'apps/server/src/setting-value.ts']

function run(...words: string[]): { status: number | null; stderr: string } {
  const args = [join(folder, 'scripts/prepare.mjs'), '--web', ...words]
  return spawnSync(process.execPath, args, { encoding: 'utf8' })
}

test('a mistyped option is named before anything is installed or built', () => {
  for (const file of [...FILES, ...SETTINGS]) cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  const start = run('apps/server/src/main.ts', '--prot=9000')
  expect(start).toMatchObject({ status: 1, stderr: expect.stringContaining('set PORT in the environment') })
  expect(start.stderr).not.toMatch(/package-lock|Warning/)
  const demo = run('apps/server/src/demo/main.ts', '--onse')
  expect(demo).toMatchObject({ status: 1, stderr: expect.stringContaining('did you mean --once?') })
  // without a mistake it goes on
  expect(run('apps/server/src/demo/main.ts', '--once').stderr).toContain('package-lock.json is missing')
})
