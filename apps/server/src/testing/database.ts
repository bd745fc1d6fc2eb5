import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Db, type DbOptions, openDb } from '../db/database.ts'
import type { LoginUrls } from '../db/logins.ts'
import type { Secret } from '../secret/secret.ts'
import { closeAtEnd } from './close.ts'
import { cloneDatabase, dropDatabase } from './postgres.ts'

/** `url` is the login of the table owner, which no running server uses for calls. */
export type TestDatabase = { db: Db; url: Secret<string>; urls: LoginUrls }

/**
 * A migrated, empty database for the calling test file, opened with the server's logins and dropped after the file's
 * last test.
 */
export async function openTestDatabase(options: Pick<DbOptions, 'onStatement'> = {}): Promise<TestDatabase> {
  const { close, ...database } = await cloneOpened(options)
  closeAtEnd(close)
  return database
}

/** The same for the caller to close: it drops the database. */
export async function cloneOpened(
  options: Pick<DbOptions, 'onStatement'> = {},
): Promise<TestDatabase & { close(): Promise<void> }> {
  const postgres = inject('postgres')
  const name = `simwright_test_${randomBytes(8).toString('hex')}`
  const urls = await cloneDatabase(postgres, name)
  const db = openDb({ urls, maxConnections: 5, ...options })
  const close = async () => {
    await db.close()
    await dropDatabase(postgres.url, name)
  }
  return { db, url: urls.owner, urls, close }
}
