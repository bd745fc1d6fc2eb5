import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, EMBEDDED_MAJOR } from './binary.ts'
import { CHILD_ENV, type Launcher } from './launcher.ts'

/** The login role and its database inside the embedded PostgreSQL. */
export const LOGIN_ROLE = 'simwright'

/** A superuser with the login role's password, in test clusters only. */
export const TEST_SUPERUSER = 'simwright_test_superuser'

/** One PostgreSQL on disk: its cluster, the login role's password and its log, in one folder that appears whole. */
export type Cluster = { folder: string; data: string; log: string; password: string }

export type Purpose = 'production' | 'test'

const PASSWORD_FILE = 'password'

/**
 * Opens the cluster of a data directory, making it first if there is none. It is made under another name and renamed,
 * so that neither a crash nor two servers starting at once leave half a cluster.
 * @throws Error with the way out when the directory holds the cluster of another PostgreSQL major version.
 */
export function openCluster(dataDir: string, tools: { binaries: Binaries; launcher: Launcher; purpose: Purpose }) {
  const folder = join(dataDir, `postgres-${EMBEDDED_MAJOR}`)
  if (!existsSync(folder)) {
    refuseOtherVersion(dataDir)
    makeCluster(folder, tools)
  }
  const password = readFileSync(join(folder, PASSWORD_FILE), 'utf8').trim()
  return { folder, data: join(folder, 'cluster'), log: join(folder, 'postgres.log'), password } satisfies Cluster
}

function refuseOtherVersion(dataDir: string): void {
  const other = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name))
  if (other === undefined) return
  throw new Error(
    `${dataDir} holds ${other}, but this Simwright ships PostgreSQL ${EMBEDDED_MAJOR}. Dump it with the Simwright that ` +
      `made it (pg_dump), move ${other} away, start this one and restore; or set DATA_DIR to another folder.`,
  )
}

function makeCluster(folder: string, tools: { binaries: Binaries; launcher: Launcher; purpose: Purpose }): void {
  const { binaries, launcher, purpose } = tools
  const draft = `${folder}.new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  launcher.own(draft)
  try {
    const data = join(draft, 'cluster')
    runInitdb({ data, draft, binaries, launcher, purpose })
    const password = randomBytes(24).toString('hex')
    writeSecretFile(join(draft, PASSWORD_FILE), password)
    makeLoginRole({ data, password, binaries, launcher, purpose })
    moveIntoPlace(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

type Making = { data: string; binaries: Binaries; launcher: Launcher; purpose: Purpose }

/** The superuser's password is forgotten at once: PostgreSQL's single-user mode is the way in, should one be needed. */
function runInitdb({ data, draft, binaries, launcher, purpose }: Making & { draft: string }): void {
  const passwordFile = join(draft, 'superuser')
  writeSecretFile(passwordFile, randomBytes(24).toString('hex'))
  launcher.own(passwordFile)
  const args = [
    `--pgdata=${data}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(purpose === 'test' ? ['--no-sync'] : []),
  ]
  run({ what: 'initdb', program: binaries.initdb, args, launcher })
  rmSync(passwordFile)
}

/** Tests also make databases, one per test file, show that a superuser is refused, and sign in a thousand times. */
function makeLoginRole({ data, password, binaries, launcher, purpose }: Making & { password: string }): void {
  const rights = purpose === 'test' ? 'createrole createdb' : 'createrole'
  const sql = [
    `create role ${LOGIN_ROLE} login ${rights} password '${password}'`,
    `create database ${LOGIN_ROLE} owner ${LOGIN_ROLE}`,
    ...(purpose === 'test' ? [`create role ${TEST_SUPERUSER} login superuser password '${password}'`] : []),
  ]
  const quick = purpose === 'test' ? ['-c', 'scram_iterations=1'] : []
  const args = ['--single', '-D', data, '-c', 'log_min_error_statement=panic', ...quick, 'postgres']
  const done = run({
    what: 'postgres --single',
    program: binaries.postgres,
    args,
    launcher,
    input: `${sql.join('\n')}\n`,
  })
  if (/ERROR|FATAL/.test(done.stderr))
    throw new Error(`PostgreSQL could not make its login role: ${done.stderr.trim()}`)
}

function moveIntoPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}

function writeSecretFile(path: string, text: string): void {
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx' })
}

type Run = { what: string; program: string; args: string[]; launcher: Launcher; input?: string }

function run({ what, program, args, launcher, input }: Run): SpawnSyncReturns<string> {
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
