import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findTools } from '../test/machine.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Accessibility of a platform in ten colors; `states` covers the pages. */
export async function proveAccessible(filters: readonly string[]): Promise<boolean> {
  return runBrowser(['platform'], filters)
}

/** Every state of every page at 1440 and 390 pixels, in light and dark, checked by axe. */
export async function proveStates(filters: readonly string[]): Promise<boolean> {
  const { chromium } = findTools('chromium')
  if (chromium === undefined) return false
  const env = { ...process.env, PLAYWRIGHT_CHROMIUM: chromium, PROOF: 'on' }
  const vitest = join(ROOT, 'node_modules', '.bin', 'vitest')
  return spawnSync(vitest, ['run', '--project=states', ...filters], { cwd: ROOT, env, stdio: 'inherit' }).status === 0
}

/** Every way to sign in and out, in a browser: with mail by SMTP, a malicious provider, several tabs. */
export async function proveAccounts(filters: readonly string[]): Promise<boolean> {
  return runBrowser(['account', 'guard', 'provider', 'security', 'team'], filters)
}

/** A configuration of each kind, made in the form, whose profile a phone downloads and installs; and recycling by the card. */
export async function proveTypes(filters: readonly string[]): Promise<boolean> {
  return runBrowser(['profile-type'], filters)
}

/**
 * A newcomer gets from `npm start` in an empty folder to a virtual phone with an installed profile, in at most 10 minutes and
 * 25 clicks. Pictures of each step are in `test-results/first-code`.
 */
export async function proveFirstCode(filters: readonly string[]): Promise<boolean> {
  return runBrowser(['first-code'], filters)
}

/** All tests of these files, including those marked as a proof. `settings`: environment variables that they read. */
export function runBrowser(
  names: readonly string[],
  filters: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): boolean {
  const { chromium } = findTools('chromium')
  if (chromium === undefined) return false
  const env = { ...process.env, ...settings, PLAYWRIGHT_CHROMIUM: chromium, PROOF: 'on' }
  const files = names.map((name) => `tests/e2e/${name}.test.ts`)
  const playwright = join(ROOT, 'node_modules', '.bin', 'playwright')
  return (
    spawnSync(playwright, ['test', ...files, '--reporter=list', ...filters], { cwd: ROOT, env, stdio: 'inherit' })
      .status === 0
  )
}
