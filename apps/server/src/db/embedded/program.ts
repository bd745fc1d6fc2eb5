import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import type { Binaries } from './binary.ts'
import { CHILD_ENV, type Launcher } from './launcher.ts'

export type Purpose = 'production' | 'test'

type Run = { what: string; program: string; args: string[]; launcher: Launcher; input?: string }

/** Runs one of PostgreSQL's programs to its end. @throws Error with what it said */
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
  /** One line each, and a transaction each. */
  statements: readonly string[]
  binaries: Binaries
  launcher: Launcher
  purpose: Purpose
}

/** Tests sign in a thousand times, and lose nothing with the machine. */
const TEST_SETTINGS = { scram_iterations: '1', fsync: 'off' }

/**
 * PostgreSQL's single-user mode: as the superuser, without a password, over a cluster on which nothing runs. Statements are
 * not logged, for they may hold passwords.
 * @throws Error with what PostgreSQL said to a statement that it refused
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
