import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type SearchedColumn, searchedColumns } from './column.ts'
import { asksForRemoved, type ResolvedFilter } from './condition.ts'
import { resolveFilter } from './filter.ts'
import { amongIds, selectedCondition } from './page.ts'
import { countUpTo, selectMatched } from './queries.ts'

/** Which identifiers a search matches at all, so that only their indexes are read. */
export async function findMatches(
  db: TenantDb,
  enterpriseId: string,
  { search, equals }: ResolvedFilter,
): Promise<readonly SearchedColumn[]> {
  if (search === undefined) return []
  if (asksForRemoved(equals)) return searchedColumns
  return await selectMatched(db, enterpriseId, search)
}

export type Selecting = { enterpriseId: string; selection: Selection; asOf: Date; timeZone: string }

/** A selection as a condition on `profile p`. Profiles created after `asOf` are excluded. */
export async function conditionOf(
  db: TenantDb,
  { enterpriseId, selection, asOf, timeZone }: Selecting,
): Promise<RawBuilder<boolean>> {
  if ('ids' in selection) return amongIds(enterpriseId, selection.ids)
  const filter = await resolveFilter(db, { enterpriseId, filter: selection.filter, now: asOf, timeZone })
  const matched = await findMatches(db, enterpriseId, filter)
  return selectedCondition(enterpriseId, { filter, matched, except: selection.except, asOf })
}

/** How many profiles are selected, counted up to `atMost` where that is given. */
export async function countSelected(db: TenantDb, asked: Selecting, atMost?: number): Promise<number> {
  return await countUpTo(db, await conditionOf(db, asked), atMost)
}
