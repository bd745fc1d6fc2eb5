import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../../apps/server/src/testing/close.ts'
import { deleteWithPostgres, FOLDER_PREFIX, MEMORY } from '../../apps/server/src/testing/leftover.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Starts a run of one test file like `npm test`, with its own temporary folder. */
function startRun(): { child: ChildProcess; temporary: string } {
  const temporary = mkdtempSync(join(tmpdir(), 'interrupted-'))
  closeAtEnd(() => deleteWithPostgres(temporary))
  const args = [join(ROOT, 'scripts', 'test.ts'), 'apps/server/src/db/open.test.ts']
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TMPDIR: temporary }
  return { child: spawn(process.execPath, args, { env, stdio: 'ignore', detached: true }), temporary }
}

const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])

function isBelow(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === ancestor) return true
  return false
}

/** @throws Error when the run ends, for example because the web app is not built */
async function endedEarly(run: ChildProcess): Promise<never> {
  const [code] = await once(run, 'exit')
  throw new Error(`the test run ended with ${code} before it had started PostgreSQL`)
}

/** A zombie process has no command line. */
function runs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`).length > 0
  } catch {
    return false
  }
}

/** The folder and postmaster ID of the PostgreSQL that the run has started, once both exist. */
function postgresOf(run: ChildProcess, temporary: string): { folder: string; postmaster: number } | undefined {
  for (const parent of [MEMORY, temporary, ...readdirSync(temporary).map((name) => join(temporary, name))]) {
    if (!existsSync(parent)) continue
    for (const name of readdirSync(parent).filter((name) => name.startsWith(FOLDER_PREFIX))) {
      const folder = join(parent, name)
      try {
        if (!isBelow(Number(readFileSync(join(folder, 'owner'), 'utf8')), run.pid!)) continue
        const cluster = readdirSync(folder).find((name) => /^postgres-\d+$/.test(name)) ?? ''
        const [pid = ''] = readFileSync(join(folder, cluster, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
        if (Number(pid) > 0) return { folder, postmaster: Number(pid) }
      } catch {
        // the folder of another run was deleted, or this run's is incomplete
      }
    }
  }
  return undefined
}

test.skipIf(process.platform !== 'linux').each(['SIGKILL'] as const)(
  'a test run ended by %s leaves no PostgreSQL process and no files',
  async (signal) => {
    const { child, temporary } = startRun()
    await Promise.race([expect.poll(() => postgresOf(child, temporary)).toBeDefined(), endedEarly(child)])
    const { folder, postmaster } = postgresOf(child, temporary)!
    closeAtEnd(() => deleteWithPostgres(folder))
    child.kill(signal)
    await expect.poll(() => runs(postmaster)).toBe(false)
    await expect.poll(() => [existsSync(folder), readdirSync(temporary)]).toEqual([false, []])
  },
)
