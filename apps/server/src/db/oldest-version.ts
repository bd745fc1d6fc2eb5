import type { Client } from 'pg'

/*
 * Each migration states the oldest version of Simwright that works with the tables as it leaves them, so that an older
 * process can run, and start, next to the newer one that has migrated. Versions are named by their migrations: a version
 * is old enough if it has the stated one. Migrations without a statement work with no version that lacks them.
 */

/** The statement in the text of a migration: `-- oldest version: 0352_fewer_references`. */
export function oldestVersionOf(text: string): string | undefined {
  return /^-- oldest version: (\w+)$/m.exec(text)?.[1]
}

/** SQL that records the statement of a migration, in its transaction, for versions that do not have its file. */
export function recordOfVersion(migration: string, text: string): string {
  const oldest = oldestVersionOf(text)
  if (oldest === undefined) return ''
  return `
    ;create table if not exists migration.oldest_version (migration text primary key, oldest text not null);
    insert into migration.oldest_version values ('${migration}', '${oldest}')`
}

/** The oldest version of each migration that has stated one. */
export async function readOldestVersions(client: Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query(`select to_regclass('migration.oldest_version') is not null as present`)
  if (!rows[0].present) return new Map()
  const stated = await client.query<{ migration: string; oldest: string }>(
    'select migration, oldest from migration.oldest_version',
  )
  return new Map(stated.rows.map(({ migration, oldest }) => [migration, oldest]))
}
