import { type Selectable, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'

export type ArrivalRow = Selectable<TenantTables['webhook_arrival']>

type NewArrival = {
  id: string
  endpointId: string
  at: Date
  headers: Record<string, string>
  body: string
  valid: { plain: boolean; standard: boolean }
  answered: number
}

type ArrivalValues = Omit<NewArrival, 'headers' | 'valid'> & {
  enterpriseId: EnterpriseId
  headers: string
  plainValid: boolean
  standardValid: boolean
}

const insertArrivalStatement = statement(
  'insert webhook arrival',
  (a: ArrivalValues) => sql`
    with counted as (
      update webhook_endpoint set last_arrival = last_arrival + 1
      where enterprise_id = ${a.enterpriseId} and id = ${a.endpointId} returning last_arrival
    )
    insert into webhook_arrival
      (enterprise_id, id, endpoint_id, number, at, headers, body, plain_valid, standard_valid, answered)
    select ${a.enterpriseId}, ${a.id}, ${a.endpointId}, last_arrival, ${a.at}, ${a.headers}::jsonb, ${a.body},
      ${a.plainValid}, ${a.standardValid}, ${a.answered}
    from counted`,
)

/**
 * Stores an arrival with the next number of its endpoint. The lock of the endpoint makes numbers visible in their order.
 * Stores nothing if the endpoint was deleted meanwhile.
 */
export async function insertArrival(db: TenantDb, { headers, valid, ...arrival }: NewArrival): Promise<void> {
  const values = { headers: JSON.stringify(headers), plainValid: valid.plain, standardValid: valid.standard }
  await insertArrivalStatement(db, { ...arrival, ...values, enterpriseId: db.enterpriseId })
}

/** What arrived at a receiver in the portal, newest first. */
export async function selectArrivals(db: TenantDb, { endpointId, limit }: { endpointId: string; limit: number }) {
  return await db
    .selectFrom('webhook_arrival')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What arrived at a receiver in the portal after a number, oldest first. */
export async function selectArrivalsAfter(
  db: TenantDb,
  { endpointId, after, limit }: { endpointId: string; after: number; limit: number },
): Promise<ArrivalRow[]> {
  return await db
    .selectFrom('webhook_arrival')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('endpoint_id', '=', endpointId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
}
