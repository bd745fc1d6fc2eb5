import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

type NewArrival = {
  id: string
  endpointId: string
  at: Date
  headers: Record<string, string>
  body: string
  valid: { plain: boolean; standard: boolean }
  answered: number
}

export async function insertArrival(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { id, endpointId, at, headers, body, valid, answered }: NewArrival,
): Promise<void> {
  await db
    .insertInto('webhook_arrival')
    .values({
      enterprise_id: enterpriseId,
      id,
      endpoint_id: endpointId,
      at,
      headers: JSON.stringify(headers),
      body,
      plain_valid: valid.plain,
      standard_valid: valid.standard,
      answered,
    })
    .execute()
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
