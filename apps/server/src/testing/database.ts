import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Db, openDb } from '../db/database.ts'
import { Secret } from '../secret/secret.ts'
import { closeAtEnd } from './close.ts'
import { cloneDatabase, dropDatabase } from './postgres.ts'

export type TestDatabase = { db: Db; url: Secret<string> }

/**
 * A migrated, empty database for the test file that calls this,. It is opened as the server
 * opens it, by an ordinary role, and dropped after the file's last test.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const postgres = inject('postgres')
  const name = `simwright_test_${randomBytes(8).toString('hex')}`
  const url = new Secret(await cloneDatabase(postgres, name))
  const db = openDb({ url, maxConnections: 5 })
  closeAtEnd(async () => {
    await db.close()
    await dropDatabase(postgres.url, name)
  })
  return { db, url }
}
