import { type Selectable, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
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

/**
 * Stores an arrival with the next number of its endpoint. The lock of the endpoint makes numbers visible in their order.
 * Stores nothing if the endpoint was deleted meanwhile.
 */
export async function insertArrival(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, endpointId, at, headers, body, valid, answered }: NewArrival,
): Promise<void> {
  await sql`
    with counted as (
      update webhook_endpoint set last_arrival = last_arrival + 1
      where enterprise_id = ${enterpriseId} and id = ${endpointId} returning last_arrival
    )
    insert into webhook_arrival
      (enterprise_id, id, endpoint_id, number, at, headers, body, plain_valid, standard_valid, answered)
    select ${enterpriseId}, ${id}, ${endpointId}, last_arrival, ${at}, ${JSON.stringify(headers)}::jsonb, ${body},
      ${valid.plain}, ${valid.standard}, ${answered}
    from counted`.execute(db)
}

/** What arrived at a receiver in the portal, newest first. */
export async function selectArrivals(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { endpointId, limit }: { endpointId: string; limit: number },
) {
  return await db
    .selectFrom('webhook_arrival')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What arrived at a receiver in the portal after a number, oldest first. */
export async function selectArrivalsAfter(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { endpointId, after, limit }: { endpointId: string; after: number; limit: number },
): Promise<ArrivalRow[]> {
  return await db
    .selectFrom('webhook_arrival')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('endpoint_id', '=', endpointId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
}
