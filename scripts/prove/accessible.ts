import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findTools } from '../test/machine.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** What `npm test` looks at in two views of each screen, in all four: both widths, each in both schemes. */
export async function proveAccessible(filters: readonly string[]): Promise<boolean> {
  const { chromium } = findTools('chromium')
  if (chromium === undefined) return false
  const env = { ...process.env, PLAYWRIGHT_CHROMIUM: chromium, EVERY_VIEW: 'on' }
  const playwright = join(ROOT, 'node_modules', '.bin', 'playwright')
  const args = ['test', 'tests/e2e/accessible.test.ts', '--reporter=list', ...filters]
  return spawnSync(playwright, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}
