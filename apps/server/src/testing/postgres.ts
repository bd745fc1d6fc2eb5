import { existsSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { readConfig } from '../config.ts'
import { loginClient } from '../db/connection.ts'
import { clusterIn, TEST_SUPERUSER } from '../db/embedded/cluster.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { type Login, type LoginUrls, SETTING_OF_LOGIN } from '../db/logins.ts'
import { migrateAt, urlsOf } from '../db/open.ts'
import { Secret } from '../secret/secret.ts'
import { copyKept, keepCluster, keptCluster } from './kept-cluster.ts'
import { FOLDER_PREFIX, MEMORY, sweepLeftovers } from './leftover.ts'
import { STATISTICS } from './statistics.ts'

/** A PostgreSQL for one test run, with a migrated database to clone. */
export type TestPostgres = {
  /** URL of the owner's database, from which databases are created and dropped. */
  url: string
  /** URLs of that database for each login. */
  urls: Record<Login, string>
  /** URL of that database for a superuser; absent on a PostgreSQL that was given, which lends none. */
  superuser?: string
  /** Name of the migrated database; it has no connections, so it can be cloned. */
  template: string
  stop(): Promise<void>
}

const MIN_FREE_BYTES = 4 * 1024 ** 3

/** The memory folder if it has enough space, otherwise the temporary folder: a test run creates 200,000 files. */
function parentFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= MIN_FREE_BYTES ? MEMORY : tmpdir()
}

/**
 * Starts a PostgreSQL in a temporary folder (without fsync), or uses `given`, the server of the settings DATABASE_URL,
 * SYSTEM_URL and MIGRATE_URL, whose owner must be allowed to create databases.
 */
export async function startTestPostgres(given?: LoginUrls): Promise<TestPostgres> {
  if (given) return await prepareGiven(given)
  await sweepLeftovers()
  const folder = mkdtempSync(join(parentFolder(), FOLDER_PREFIX))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  await prepareCluster(folder)
  const embedded = await startEmbedded(folder, 'test')
  const stop = async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const postgres = { ...loginsOf(embedded.urls), template: TEMPLATE, stop }
  const superuser = new URL(postgres.url)
  superuser.username = TEST_SUPERUSER
  return { ...postgres, superuser: superuser.href }
}

/** The logins from the environment, to run tests on an existing PostgreSQL; undefined when none is set. */
export function givenPostgres(): LoginUrls | undefined {
  return urlsOf(readConfig(process.env))
}

const TEMPLATE = 'simwright_template'

/** Creates the cluster with the migrated database, or copies the one of an earlier run in a fifth of the time. */
async function prepareCluster(folder: string): Promise<void> {
  const cluster = clusterIn(realpathSync(folder))
  const kept = keptCluster()
  if (copyKept(kept, cluster.folder)) return
  const embedded = await startEmbedded(folder, 'test')
  try {
    await createMigrated(embedded.urls, TEMPLATE)
  } finally {
    await embedded.stop()
  }
  keepCluster(cluster.folder, kept)
}

async function prepareGiven(urls: LoginUrls): Promise<TestPostgres> {
  const template = `${TEMPLATE}_${process.pid}_${Date.now().toString(36)}`
  await createMigrated(urls, template)
  return { ...loginsOf(urls), template, stop: () => dropDatabase(urls.owner.reveal(), template) }
}

async function createMigrated({ owner }: LoginUrls, name: string): Promise<void> {
  await runSql(owner.reveal(), `create database ${name}`)
  const url = databaseOf(owner.reveal(), name)
  await migrateAt(new Secret(url))
  await runSql(url, STATISTICS)
}

const loginsOf = (urls: LoginUrls): Pick<TestPostgres, 'url' | 'urls'> => ({
  url: urls.owner.reveal(),
  urls: mapUrls(urls, (one) => one.reveal()),
})

function mapUrls<From, To>(urls: Readonly<Record<Login, From>>, change: (url: From) => To): Record<Login, To> {
  return { owner: change(urls.owner), app: change(urls.app), system: change(urls.system) }
}

type Source = Pick<TestPostgres, 'url' | 'urls' | 'template'>

/** Clones the template with strategy file_copy, which takes half the time of wal_log. @returns the URLs of the clone */
export async function cloneDatabase(postgres: Source, name: string): Promise<LoginUrls> {
  await runSql(postgres.url, `create database ${name} template ${postgres.template} strategy file_copy`)
  return mapUrls(postgres.urls, (url) => new Secret(databaseOf(url, name)))
}

/** The settings for a server process on this database. */
export function settingsFor(urls: LoginUrls): Record<'DATABASE_URL' | 'SYSTEM_URL' | 'MIGRATE_URL', string> {
  return {
    [SETTING_OF_LOGIN.app]: urls.app.reveal(),
    [SETTING_OF_LOGIN.system]: urls.system.reveal(),
    [SETTING_OF_LOGIN.owner]: urls.owner.reveal(),
  }
}

/**
 * Ends the database's connections and drops it; retries while an autovacuum worker, which the owner cannot end, is
 * connected.
 */
export async function dropDatabase(url: string, name: string, attemptsLeft = 50): Promise<void> {
  try {
    await runSql(url, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (attemptsLeft === 0 || !(error instanceof DatabaseError && error.code === '42501')) throw error
    await setTimeout(100)
    await dropDatabase(url, name, attemptsLeft - 1)
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = loginClient(new Secret(url), 'test set-up')
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The URL of another database of the same PostgreSQL. */
export function databaseOf(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
