import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import type { Binaries } from './binary.ts'
import { CHILD_ENV, type Launcher } from './launcher.ts'

export type Purpose = 'production' | 'test'

type Run = { what: string; program: string; args: string[]; launcher: Launcher; input?: string }

/** Runs one of PostgreSQL's programs and waits for its exit. @throws Error with its output */
export function run({ what, program, args, launcher, input }: Run): SpawnSyncReturns<string> {
  const command = launcher.command(program, args)
  const done = spawnSync(command.file, command.args, {
    ...command.options,
    env: CHILD_ENV,
    cwd: '/',
    encoding: 'utf8',
    ...(input === undefined ? {} : { input }),
  })
  if (done.error) throw new Error(`${what} did not start`, { cause: done.error })
  if (done.status !== 0) throw new Error(`${what} failed: ${(done.stderr || done.stdout).trim()}`)
  return done
}

type SingleRun = {
  data: string
  database: string
  /** One line each; each is its own transaction. */
  statements: readonly string[]
  binaries: Binaries
  launcher: Launcher
  purpose: Purpose
}

/** Tests sign in often, so hashing is cheap; and they need no durability. */
const TEST_SETTINGS = { scram_iterations: '1', fsync: 'off' }

/**
 * Runs statements in PostgreSQL's single-user mode: as superuser, without a password, while PostgreSQL is not running.
 * Statements are not logged, because they may contain passwords.
 * @throws Error with PostgreSQL's message if it refuses a statement
 */
export function runSingle({ data, database, statements, binaries, launcher, purpose }: SingleRun): void {
  const options = Object.entries({
    log_min_error_statement: 'panic',
    ...(purpose === 'test' ? TEST_SETTINGS : {}),
  })
  const done = run({
    what: 'postgres --single',
    program: binaries.postgres,
    args: ['--single', '-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]), database],
    launcher,
    input: `${statements.join('\n')}\n`,
  })
  if (/ERROR|FATAL/.test(done.stderr)) throw new Error(`PostgreSQL could not make its logins: ${done.stderr.trim()}`)
}
