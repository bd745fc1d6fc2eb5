import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import { loginClient } from '../db/connection.ts'
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

/**
 * Starts a PostgreSQL in a temporary folder (without fsync), or uses the one of `databaseUrl`, whose role must be allowed
 * to make databases.
 */
export async function startTestPostgres(databaseUrl: string | undefined): Promise<TestPostgres> {
  if (databaseUrl) return await prepare(databaseUrl, async () => {})
  await sweepLeftovers()
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  const embedded = await startEmbedded(folder, 'test')
  return await prepare(embedded.url.reveal(), async () => {
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

/** Clones the template. */
export async function cloneDatabase(postgres: Pick<TestPostgres, 'url' | 'template'>, name: string): Promise<string> {
  await runSql(postgres.url, `create database ${name} template ${postgres.template}`)
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

/** A run that was killed leaves its PostgreSQL behind: the next run stops it and takes its folder away. */
async function sweepLeftovers(): Promise<void> {
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(FOLDER_PREFIX))
  for (const folder of left.map((name) => join(tmpdir(), name))) {
    const owner = join(folder, 'owner')
    if (!existsSync(owner) || isAlive(Number(readFileSync(owner, 'utf8')))) continue
    await startEmbedded(folder, 'test').then(
      (postgres) => postgres.stop(),
      () => {},
    )
    rmSync(folder, { recursive: true, force: true })
  }
}
