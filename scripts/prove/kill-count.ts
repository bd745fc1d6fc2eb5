import { sql } from 'kysely'
import type { Counted } from '../../apps/server/src/db/row.ts'
import type { OpenServer } from '../../apps/server/src/server.ts'
import type { Acknowledged } from './kill-load.ts'

export type Checked = {
  enterpriseId: string
  acknowledged: Acknowledged
  /** ICCIDs of the profiles that were generated one by one. */
  singles?: readonly string[]
}

export type CountClaim = { claim: string; is: number; wanted: number }

/** Compares the database with what the server acknowledged, and prints each claim. */
export async function checkCounts(server: OpenServer, checked: Checked): Promise<boolean> {
  const claims = await countClaims(server, checked)
  for (const { claim, is, wanted } of claims) console.log(`${claim}: ${is} of ${wanted}`)
  return claims.every(({ is, wanted }) => is === wanted)
}

/** Compares the database with what the server acknowledged. */
export async function countClaims(server: OpenServer, checked: Checked): Promise<CountClaim[]> {
  const { singles = [] } = checked
  return await server.db.tenantTx(checked.enterpriseId, async (db) => {
    const one = async (text: ReturnType<typeof sql<Counted>>) => (await text.execute(db)).rows[0]!.counted
    const { batches, operations, installed } = checked.acknowledged
    // one that was generated alone is a batch of one
    const generated = await one(sql`select coalesce(sum(succeeded), 0)::int8 as counted from batch`)
    const rows = async (table: string, what = '*') =>
      await one(sql`select count(${sql.raw(what)}) as counted from ${sql.table(table)}`)
    const claims: CountClaim[] = [
      {
        claim: 'acknowledged batches are complete, with all rows',
        is: await one(sql`select count(*) as counted from batch
          where id = any(${batches}::uuid[]) and process = 'COMPLETE' and succeeded = total and failed = 0`),
        wanted: batches.length,
      },
      {
        claim: 'acknowledged single profiles exist',
        is: await one(sql`select count(*) as counted from profile where iccid = any(${singles}::text[])`),
        wanted: singles.length,
      },
      { claim: 'profiles', is: await rows('profile'), wanted: generated },
      { claim: 'ICCIDs, no two alike', is: await rows('profile', 'distinct iccid'), wanted: generated },
      { claim: 'distinct matching IDs', is: await rows('profile', 'distinct matching_id'), wanted: generated },
      { claim: 'keys', is: await rows('profile_key'), wanted: generated },
      { claim: 'activation codes', is: await rows('activation_code'), wanted: generated },
      {
        claim: 'acknowledged group moves are complete',
        is: await one(sql`select count(*) as counted from operation
          where id = any(${operations}::uuid[]) and process = 'COMPLETE'`),
        wanted: operations.length,
      },
      {
        claim: 'events of group moves',
        is: await one(sql`select count(*) as counted from profile_event where text_id = 'grouped'`),
        wanted: await one(sql`select coalesce(sum(succeeded), 0)::int8 as counted from operation where kind = 'GROUP'`),
      },
      {
        claim: 'acknowledged installations are known',
        is: await one(sql`select count(*) as counted from profile
          where iccid = any(${installed}::text[]) and order_state = 'Installed'`),
        wanted: new Set(installed).size,
      },
      { claim: 'installed on one card only', is: new Set(installed).size, wanted: installed.length },
      {
        claim: 'installations counted once',
        is: await one(
          sql`select coalesce(sum(downloads), 0)::int8 as counted from profile where iccid = any(${installed}::text[])`,
        ),
        wanted: installed.length,
      },
    ]
    return claims
  })
}
