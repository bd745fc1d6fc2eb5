import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { conditionOf } from '../../profiles/fleet/service.ts'

/** A selection as of a moment: ages count from there, and what is made later does not join it. */
export type Selected = Selection & { asOf: string; timeZone: string }

/** The selected profiles, as a condition on `profile p`. @throws Problem `invalid` for a query that cannot be understood */
export async function selectedBy(
  db: TenantDb,
  enterpriseId: string,
  { asOf, timeZone, ...selection }: Selected,
): Promise<RawBuilder<boolean>> {
  return await conditionOf(db, { enterpriseId, selection, asOf: new Date(asOf), timeZone })
}
