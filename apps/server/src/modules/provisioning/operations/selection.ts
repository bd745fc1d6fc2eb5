import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { conditionOf } from '../../profiles/fleet/service.ts'

/** A selection at a moment in time: ages are relative to `asOf`, and profiles created later are not in it. */
export type Selected = Selection & { asOf: string; timeZone: string }

/**
 * The where clause on `profile p` that selects the profiles.
 * @throws Problem `invalid` if the query cannot be parsed
 */
export async function selectedBy(
  db: TenantDb,
  { asOf, timeZone, ...selection }: Selected,
): Promise<RawBuilder<boolean>> {
  return await conditionOf(db, { enterpriseId: db.enterpriseId, selection, asOf: new Date(asOf), timeZone })
}
