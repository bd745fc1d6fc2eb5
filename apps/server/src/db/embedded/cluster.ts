import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusal } from '../../runtime/start-refusal.ts'
import { Secret } from '../../secret/secret.ts'
import { LOGINS, type Login, type LoginUrls } from '../logins.ts'
import { type Binaries, EMBEDDED_MAJOR } from './binary.ts'
import { writeGroupRoles } from './group-role-file.ts'
import type { Launcher } from './launcher.ts'
import { loginStatement } from './login-statement.ts'
import {
  DATABASE,
  generatePasswords,
  type Passwords,
  readPasswords,
  writePasswords,
  writeSecretFile,
} from './password.ts'
import { type Purpose, run, runSingle } from './program.ts'
import type { PostmasterAddress } from './socket.ts'

/** A superuser with the owner's password; exists in test clusters only. */
export const TEST_SUPERUSER = 'simwright_test_superuser'

/** A PostgreSQL on disk: cluster, log and login passwords in one folder, which is created atomically. */
export type Cluster = { folder: string; data: string; log: string }

/**
 * Opens the cluster of a data directory, and creates it if there is none. It is created under another name and then
 * renamed, so that neither a crash nor two servers starting at once leave a partial cluster.
 * @throws Error with advice if the directory holds the cluster of another PostgreSQL major version
 */
export function openCluster(dataDir: string, tools: { binaries: Binaries; launcher: Launcher; purpose: Purpose }) {
  const cluster = clusterIn(dataDir)
  if (!existsSync(cluster.folder)) {
    refuseOtherVersion(dataDir)
    createCluster(cluster.folder, tools)
  }
  return { ...cluster, passwords: readPasswords(cluster.folder) }
}

export function clusterIn(dataDir: string): Cluster {
  const folder = join(dataDir, `postgres-${EMBEDDED_MAJOR}`)
  return { folder, data: join(folder, 'cluster'), log: join(folder, 'postgres.log') }
}

export function clusterUrls(
  { passwords }: { passwords: Passwords },
  { port, socketFolder }: PostmasterAddress,
): LoginUrls {
  const host = socketFolder === undefined ? '127.0.0.1' : encodeURIComponent(socketFolder)
  const urlOf = (login: Login) =>
    new Secret(`postgres://${LOGINS[login]}:${passwords[login]}@${host}:${port}/${DATABASE}`)
  return { owner: urlOf('owner'), app: urlOf('app'), system: urlOf('system') }
}

function refuseOtherVersion(dataDir: string): void {
  const other = readdirSync(dataDir).find((name) => /^postgres-\d+$/.test(name))
  if (other === undefined) return
  throw new StartRefusal(
    `${dataDir} holds ${other}, but this Simwright ships PostgreSQL ${EMBEDDED_MAJOR}. With the Simwright that made it, ` +
      `run npm run backup -- FILE. Then move ${other} away and run npm run restore -- FILE with this one. Or set ` +
      `DATA_DIR to another folder.`,
  )
}

function createCluster(folder: string, tools: { binaries: Binaries; launcher: Launcher; purpose: Purpose }): void {
  const { binaries, launcher, purpose } = tools
  const draft = `${folder}.new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  launcher.own(draft)
  try {
    const data = join(draft, 'cluster')
    runInitdb({ data, draft, binaries, launcher, purpose })
    const passwords = generatePasswords()
    createLogins({ data, passwords, binaries, launcher, purpose })
    writeGroupRoles(draft)
    writePasswords(draft, passwords)
    moveIntoPlace(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

type NewCluster = { data: string; binaries: Binaries; launcher: Launcher; purpose: Purpose }

/** The superuser's password is random and not stored; single-user mode gives access if a superuser is ever needed. */
function runInitdb({ data, draft, binaries, launcher, purpose }: NewCluster & { draft: string }): void {
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

/**
 * Creates the logins. Test clusters get more rights: tests create a database per file, end sessions of other logins
 * and check that a superuser is refused.
 */
function createLogins({ data, passwords, binaries, launcher, purpose }: NewCluster & { passwords: Passwords }): void {
  const forTests = [
    `alter role ${LOGINS.owner} createdb`,
    `grant pg_signal_backend to ${LOGINS.owner}`,
    `create role ${TEST_SUPERUSER} login superuser password '${passwords.owner}'`,
  ]
  const statements = [
    loginStatement(passwords),
    `create database ${DATABASE} owner ${LOGINS.owner}`,
    ...(purpose === 'test' ? forTests : []),
  ]
  runSingle({ data, database: 'postgres', statements, binaries, launcher, purpose })
}

function moveIntoPlace(draft: string, folder: string): void {
  try {
    renameSync(draft, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
