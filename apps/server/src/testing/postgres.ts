import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { loginClient } from '../db/connection.ts'
import { EMBEDDED_MAJOR } from '../db/embedded/binary.ts'
import { startEmbedded } from '../db/embedded/embedded.ts'
import { isAlive } from '../db/embedded/process.ts'
import { migrateAt } from '../db/open.ts'
import { Secret } from '../secret/secret.ts'

/** A PostgreSQL for one run of tests, with a migrated database to clone. */
export type TestPostgres = {
  /** Of the login role's own database: from there databases are made and dropped. */
  url: string
  /** The migrated database that is cloned; nobody is connected to it. */
  template: string
  stop(): Promise<void>
}

const FOLDER_PREFIX = 'simwright-test-'

const MEMORY = '/dev/shm'
const ROOM_NEEDED_BYTES = 4 * 1024 ** 3

/** In memory where there is room, else among the temporary files: a run of tests makes two hundred thousand files. */
function placeForFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize >= ROOM_NEEDED_BYTES ? MEMORY : tmpdir()
}

/**
 * Starts a PostgreSQL in a temporary folder (without fsync), or uses the one of `databaseUrl`, whose role must be allowed
 * to make databases.
 */
export async function startTestPostgres(databaseUrl: string | undefined): Promise<TestPostgres> {
  if (databaseUrl) return await prepare(databaseUrl, async () => {})
  await sweepLeftovers()
  const folder = mkdtempSync(join(placeForFolder(), FOLDER_PREFIX))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  const embedded = await startEmbedded(folder, 'test')
  return await prepare(bySocket(embedded.url.reveal(), folder), async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  })
}

async function prepare(url: string, stop: () => Promise<void>): Promise<TestPostgres> {
  const template = `simwright_template_${process.pid}_${Date.now().toString(36)}`
  await runSql(url, `create database ${template}`)
  await migrateAt(new Secret(databaseOf(url, template)))
  return {
    url,
    template,
    stop: async () => {
      await dropDatabase(url, template)
      await stop()
    },
  }
}

/** The same by a Unix socket, which costs a little less than TCP; Windows has none that PostgreSQL's driver would find. */
function bySocket(url: string, dataDir: string): string {
  const changed = new URL(url)
  const folder = join(dataDir, `postgres-${EMBEDDED_MAJOR}`)
  if (process.platform !== 'win32') changed.hostname = encodeURIComponent(folder)
  return changed.href
}

/** Clones the template, file by file: written through the log it would take twice as long. */
export async function cloneDatabase(postgres: Pick<TestPostgres, 'url' | 'template'>, name: string): Promise<string> {
  await runSql(postgres.url, `create database ${name} template ${postgres.template} strategy file_copy`)
  return databaseOf(postgres.url, name)
}

/** Ends the database's connections and drops it; again after a moment while an autovacuum worker, not ours to end, is in it. */
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

function databaseOf(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function leftIn(place: string): string[] {
  if (!existsSync(place)) return []
  const names = readdirSync(place).filter((name) => name.startsWith(FOLDER_PREFIX))
  return names.map((name) => join(place, name))
}

/** A run that was killed leaves its PostgreSQL behind: the next run stops it and takes its folder away. */
async function sweepLeftovers(): Promise<void> {
  for (const folder of [tmpdir(), MEMORY].flatMap(leftIn)) {
    const owner = join(folder, 'owner')
    if (!existsSync(owner) || isAlive(Number(readFileSync(owner, 'utf8')))) continue
    await startEmbedded(folder, 'test').then(
      (postgres) => postgres.stop(),
      () => {},
    )
    rmSync(folder, { recursive: true, force: true })
  }
}
