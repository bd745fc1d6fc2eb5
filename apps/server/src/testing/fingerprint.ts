import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { writeMissingPdfs } from '../modules/money/invoices/jobs.ts'
import { chainAudit } from '../modules/platform/audit/service.ts'
import { notifyOperators } from '../modules/programs/es2plus/jobs.ts'
import { sendDue } from '../modules/programs/webhooks/jobs.ts'
import type { OpenServer } from '../server.ts'
import { foldAll } from './fold.ts'

type TableName = { name: string }
type Print = { print: string }

/** Background work writes these tables at any time; the request log has each call of a program, a refused one too. */
const OF_BACKGROUND = ['process_minute', 'program_call', 'rollup_state']

/** Does what background work may do at any time, so that it does not come between two fingerprints. */
export async function settleBackground(server: OpenServer): Promise<void> {
  await foldAll(server)
  await writeMissingPdfs(server)
  await chainAudit(server)
  await sendDue(server)
  await notifyOperators(server)
  await server.callLog.flush()
  while (await isSending(server.db)) await sleep(20)
}

/** Whether the server's own background work is sending webhooks: its lease ends with its last write. */
async function isSending({ systemTx }: Db): Promise<boolean> {
  const { rows } = await systemTx((db) =>
    sql`select 1 from webhook_endpoint where lease_holder is not null and lease_until > clock_timestamp()`.execute(db),
  )
  return rows.length > 0
}

/** The number of rows and a hash of the content of each table that calls write. Two of them are equal if nothing was written in between. */
export async function fingerprint({ systemTx }: Db): Promise<Record<string, string>> {
  return await systemTx(async (db) => {
    const { rows: tables } = await sql<TableName>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege(c.oid, 'select') and c.relname <> all(${OF_BACKGROUND}) order by 1`.execute(db)
    const prints = tables.map(async ({ name }) => {
      const { rows } = await sql<Print>`
        select count(*) || ' ' || coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as print
        from ${sql.ref(name)} r`.execute(db)
      return [name, rows[0]!.print] as const
    })
    return Object.fromEntries(await Promise.all(prints))
  })
}
