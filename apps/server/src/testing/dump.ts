import { loginClient } from '../db/connection.ts'
import type { Secret } from '../secret/secret.ts'

/** Every row of a table in PostgreSQL's text form, one per line. */
export type TableDump = { table: string; rows: number; text: string }

/** Dumps all tables of the database with the rows of every enterprise, including the job queue's. */
export async function dumpDatabase(url: Secret<string>): Promise<TableDump[]> {
  const client = loginClient(url, 'dump')
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; forced: boolean }>(`
      select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as forced
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
      order by 1`)
    const dumps: TableDump[] = []
    for (const { name, forced } of tables) {
      await client.query(forced ? 'set role simwright_system' : 'reset role')
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      dumps.push({ table: name, rows: rows.length, text: rows.map(({ row }) => row).join('\n') })
    }
    return dumps
  } finally {
    await client.end()
  }
}
