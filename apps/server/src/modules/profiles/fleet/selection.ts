import type { Selection } from '@simwright/contract/profiles/fleet-filter'
import type { RawBuilder } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type Narrowing, type SearchedColumn, searchedColumns } from './condition.ts'
import { narrow } from './filter.ts'
import { amongIds, selectedCondition } from './page.ts'
import { countUpTo, selectMatched } from './queries.ts'

/** Which identifiers a search matches at all, so that only their indexes are walked. */
export async function findMatches(
  db: TenantDb,
  enterpriseId: string,
  { search, facets }: Narrowing,
): Promise<readonly SearchedColumn[]> {
  if (search === undefined) return []
  if (facets.some(({ values }) => values.includes('REMOVED'))) return searchedColumns
  return await selectMatched(db, enterpriseId, search)
}

export type Selecting = { enterpriseId: string; selection: Selection; asOf: Date; timeZone: string }

/** What a selection means, as a condition on `profile p`: profiles made after the moment do not belong to it. */
export async function conditionOf(
  db: TenantDb,
  { enterpriseId, selection, asOf, timeZone }: Selecting,
): Promise<RawBuilder<boolean>> {
  if ('ids' in selection) return amongIds(enterpriseId, selection.ids)
  const narrowing = await narrow(db, { enterpriseId, filter: selection.filter, now: asOf, timeZone })
  const matched = await findMatches(db, enterpriseId, narrowing)
  return selectedCondition(enterpriseId, { narrowing, matched, except: selection.except, asOf })
}

/** How many profiles are selected; no further than `atMost`, where that is given. */
export async function countSelected(db: TenantDb, asked: Selecting, atMost?: number): Promise<number> {
  return await countUpTo(db, await conditionOf(db, asked), atMost)
}
