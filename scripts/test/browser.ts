import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Filters } from './filter.ts'
import { HANG_MS } from './hang-limit.ts'
import { findTools } from './machine.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const PAGE = 'data:text/html,<title>started</title>'

/** What the tests that need a browser run in. */
export type TestBrowser = {
  /** Chromium; undefined if it cannot start or no test needs it. */
  path?: string
  /** Whether the states of pages can run and are asked for. */
  hasStates: boolean
  /** A line for each part that cannot start. */
  faults: readonly string[]
}

/**
 * Finds Chromium, or installs it, and starts it once; builds the page of all states. So what cannot start is one failure,
 * not one of each test. `folder`: for temporary files.
 */
export async function findBrowser(filters: Filters | 'all', folder: string): Promise<TestBrowser> {
  const needsStates = filters === 'all' || selectStates(filters)
  if (!needsStates && filters.playwright.length === 0) return { hasStates: false, faults: [] }
  const { chromium } = findTools('chromium')
  if (chromium === undefined) return { hasStates: false, faults: ['Chromium is missing: see above.'] }
  const fault = await startFault(chromium, { folder })
  if (fault !== undefined) return { hasStates: false, faults: [fault] }
  const faults = needsStates ? await buildFaults() : []
  return { path: chromium, hasStates: needsStates && faults.length === 0, faults }
}

/** True if the filters of Vitest select states of pages. */
function selectStates({ vitest }: Filters): boolean {
  const states = globSync('apps/web/src/**/*.states.tsx', { cwd: ROOT }).map((path) => join(ROOT, path))
  return vitest.some((word) => states.some((path) => path.includes(word.replace(/^\.\//, ''))))
}

async function buildFaults(): Promise<string[]> {
  // Vite is loaded only when it is needed
  const { buildStates } = await import('./states/bundle.ts')
  try {
    await buildStates('sample')
    return []
  } catch (error) {
    return [`The states of pages cannot be built: ${(error as Error).message.trim().replaceAll(/\s*\n\s*/g, ' ')}`]
  }
}

type Start = { folder: string; hangMs?: number }

/**
 * Starts a Chromium like the tests do and loads a page.
 * @returns what is wrong and how to mend it, in one line; undefined if the page was loaded
 */
export async function startFault(
  path: string,
  { folder, hangMs = HANG_MS.playwright }: Start,
): Promise<string | undefined> {
  const profile = mkdtempSync(join(folder, 'browser-'))
  // Playwright has the browser's shared memory in the temporary folder too
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${profile}`]
  const child = spawn(path, [...flags, '--dump-dom', PAGE], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const limit = new AbortController()
  try {
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    const hung = sleep(hangMs, undefined, { signal: limit.signal }).then(() => undefined)
    hung.catch(() => {})
    const outcome = await Promise.race([ended, hung])
    if (outcome === undefined) return faultLine(path, `it hung for ${hangMs / 1000} s`, OTHER)
    const [page, messages, [code, signal]] = outcome
    if (page.includes('started')) return undefined
    return faultOf(path, messages, `it ended with ${signal ?? `code ${code}`}`)
  } catch (error) {
    return faultLine(path, (error as Error).message, OTHER)
  } finally {
    limit.abort()
    if (child.pid !== undefined) endGroup(child.pid)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

const OTHER = 'Set PLAYWRIGHT_CHROMIUM to a Chromium that starts, or unset it.'

/** What Chromium and the dynamic linker write when they cannot start, and how to mend it. */
const FAULTS: readonly { says: RegExp; why: (match: RegExpExecArray) => string; mend: string }[] = [
  {
    says: /error while loading shared libraries: ([^:\s]+)/,
    why: ([, library]) => `the library ${library} is missing`,
    mend: 'Install Chromium with what it needs (Debian: apt-get install --reinstall chromium-headless-shell).',
  },
  {
    says: /[Cc]reating shared memory in (\S+) failed|Unable to access\(W_OK\|X_OK\) (\S+?):? /,
    why: ([, file, folder]) => `it has no shared memory in ${folder ?? file}`,
    mend: `Free space in ${tmpdir()} and make it writable, or set TMPDIR to a folder that is.`,
  },
  {
    says: /No space left on device/,
    why: () => 'the disk is full',
    mend: `Free space in ${tmpdir()}, or set TMPDIR to a folder with space.`,
  },
]

function faultOf(path: string, messages: string, ending: string): string {
  for (const { says, why, mend } of FAULTS) {
    const match = says.exec(messages)
    if (match) return faultLine(path, why(match), mend)
  }
  const [first] = messages.split('\n').filter((line) => line.trim() !== '')
  return faultLine(path, first ? `${ending}: ${first.trim().slice(0, 200)}` : ending, OTHER)
}

const faultLine = (path: string, why: string, mend: string) => `Chromium (${path}) cannot start: ${why}. ${mend}`

/** A browser that hangs is a group of processes. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // they have ended
  }
}
