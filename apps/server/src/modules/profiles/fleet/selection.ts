import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { type SearchedColumn, searchedColumns } from './column.ts'
import { asksForRemoved, type ResolvedFilter } from './condition.ts'
import { resolveFilter } from './filter.ts'
import { whereIds, whereSelected } from './page.ts'
import { countUpTo, selectMatchedColumns } from './queries.ts'

/** The identifiers that a search matches in any profile: only their indexes are read for a page. */
export async function findMatches(
  db: TenantDb,
  { search, equals }: ResolvedFilter,
): Promise<readonly SearchedColumn[]> {
  if (search === undefined) return []
  if (asksForRemoved(equals)) return searchedColumns
  return await selectMatchedColumns(db, search)
}

export type SelectionRequest = { enterpriseId: EnterpriseId; selection: Selection; asOf: Date; timeZone: string }

/** A selection as a condition on `profile p`. Profiles created after `asOf` are excluded. */
export async function conditionOf(
  db: TenantDb,
  { selection, asOf, timeZone }: SelectionRequest,
): Promise<RawBuilder<boolean>> {
  const { enterpriseId } = db
  if ('ids' in selection) return whereIds(enterpriseId, selection.ids)
  const filter = await resolveFilter(db, { enterpriseId, filter: selection.filter, now: asOf, timeZone })
  const matched = await findMatches(db, filter)
  return whereSelected(enterpriseId, { filter, matched, except: selection.except, asOf })
}

/** How many profiles are selected, counted up to `atMost` if given. */
export async function countSelected(db: TenantDb, request: SelectionRequest, atMost?: number): Promise<number> {
  return await countUpTo(db, await conditionOf(db, request), atMost)
}
