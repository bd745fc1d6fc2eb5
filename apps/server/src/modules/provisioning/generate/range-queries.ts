import { type CardIccid, iccidKey } from '@simwright/ids'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { isReserved } from '../../profiles/lifecycle/service.ts'

export type RangeStart = { firstIccid: string; firstImsi: string }

type RangeUse = { existing: number; otherDigits: number; deleted: number; taken: number; doubledImsis: number }

const countInRangeStatement = shapedStatement(
  'count numbers in range',
  ({
    isInRange,
    enterpriseId,
    firstImsi,
    lastImsi,
    firstIccid,
  }: RangeStart & { isInRange: RawBuilder<boolean>; enterpriseId: EnterpriseId; lastImsi: string }) => sql`
    select own.*,
      (select count(*) from iccid_directory d where ${isInRange} and not d.released and not ${isOwn(enterpriseId)}) as taken,
      (select count(*) from profile where enterprise_id = ${enterpriseId} and imsi between ${firstImsi} and ${lastImsi}
        and not removed and not (${isInRange})) as "doubledImsis"
    from (
      select count(*) filter (where not removed) as existing, count(*) filter (where removed) as deleted,
        count(*) filter (where not removed and length(iccid) <> ${firstIccid.length}) as "otherDigits"
      from profile where enterprise_id = ${enterpriseId} and ${isInRange}
    ) own`,
  {
    present: ['existing', 'deleted', 'otherDigits', 'taken', 'doubledImsis'],
    shapes: [{ firstIccid: '8', isInRange: condition`iccid is not null` }],
  },
)

/**
 * Counts the numbers of a range in use: ICCIDs by owner and state, and IMSIs of profiles outside the range. For a limited
 * member, a profile of another group is as one of another enterprise account.
 */
export async function countInRange(
  db: TenantDb,
  { firstIccid, lastIccid, firstImsi, lastImsi }: RangeStart & { lastIccid: string; lastImsi: string },
): Promise<RangeUse> {
  const isInRange = withinIccids(sql.ref('iccid'), firstIccid, lastIccid)
  return (
    await countInRangeStatement(db, { isInRange, enterpriseId: db.enterpriseId, firstImsi, lastImsi, firstIccid })
  )[0]!
}

const countReservedStatement = shapedStatement(
  'count reserved ICCIDs of range',
  ({
    firstIccid,
    lastIccid,
    enterpriseId,
  }: Pick<RangeStart, 'firstIccid'> & { lastIccid: string; enterpriseId: EnterpriseId }) => sql`
    select count(*) as reserved from iccid_directory
    where ${withinIccids(sql.ref('iccid'), firstIccid, lastIccid)} and ${isReserved(enterpriseId)}`,
  { present: ['reserved'], shapes: [{ firstIccid: '8', lastIccid: '9' }] },
)

/** How many ICCIDs of a range a reservation leaves as they are: they need no room in the plan. */
export async function countReserved(
  db: TenantDb,
  { firstIccid, lastIccid }: Pick<RangeStart, 'firstIccid'> & { lastIccid: string },
): Promise<number> {
  return (await countReservedStatement(db, { firstIccid, lastIccid, enterpriseId: db.enterpriseId }))[0]!.reserved
}

/** Whether an ICCID, as a key or in any form, is between two forms. Those of 18 digits are numbers of their own. */
function withinIccids(column: RawBuilder<unknown>, first: string, last: string): RawBuilder<boolean> {
  const isShort = first.length === 18
  return condition`${column} between ${first.slice(0, 19)} and ${iccidKey(last as CardIccid)}
    and (length(${column}) = 18) = ${isShort}::boolean`
}

/** Consecutive numbers in the same state. */
export type Island = { state: 'used' | 'taken' | 'doubled'; first: string; last: string; count: number }

/** `digits`: the leading digits that are counted. */
type NumberRange = { first: string; last: string; digits: number; limit: number }

/** SQL: whether the ICCID of the row `d` of the directory is of a profile that the caller may see. */
function isOwn(enterpriseId: EnterpriseId): RawBuilder<boolean> {
  const own = condition`d.enterprise_id = ${enterpriseId}`
  if (!groupLimitIn(enterpriseId)) return own
  return sql`(${own} and (d.profile_id is null or exists (
    select from profile v where v.enterprise_id = d.enterprise_id and v.id = d.profile_id)))`
}

const iccidIslandsStatement = shapedStatement(
  'select ranges of ICCIDs in use',
  ({ digits, enterpriseId, first, last, limit }: NumberRange & { enterpriseId: EnterpriseId }) => sql`
    with held as (
      select min(d.iccid) as number, left(d.iccid, ${digits}::integer)::numeric as n,
        min(case when ${isOwn(enterpriseId)} then 'used' else 'taken' end) as state
      from iccid_directory d
      left join profile p on p.enterprise_id = ${enterpriseId} and p.id = d.profile_id
      where ${withinIccids(sql.ref('d.iccid'), first, last)} and p.status is distinct from 'REMOVED' and not d.released
        and (d.profile_id is not null or d.enterprise_id <> ${enterpriseId})
      group by n
    ), numbered as (select *, n - row_number() over (partition by state order by n) as island from held)
    select state, min(number) as first, max(number) as last, count(*) as count from numbered
    group by state, island order by 2 limit ${limit}`,
  { present: ['state', 'first', 'last', 'count'], shapes: [{ first: '8', last: '9' }] },
)

/** The ICCIDs of a range in use, by this enterprise (`used`) or another one (`taken`). */
export async function selectIccidIslands(db: TenantDb, range: NumberRange): Promise<Island[]> {
  const { first, last, digits, limit } = range
  return (await iccidIslandsStatement(db, { digits, enterpriseId: db.enterpriseId, first, last, limit })) as Island[]
}

const imsiIslandsStatement = statement(
  'select ranges of IMSIs in use',
  ({
    enterpriseId,
    first,
    last,
    limit,
  }: Pick<NumberRange, 'first' | 'last' | 'limit'> & { enterpriseId: EnterpriseId }) => sql`
    with held as (
      select imsi as number, imsi::numeric as n, case when count(*) > 1 then 'doubled' else 'used' end as state
      from profile
      where enterprise_id = ${enterpriseId} and imsi between ${first} and ${last} and not removed
      group by imsi
    ), numbered as (select *, n - row_number() over (partition by state order by n) as island from held)
    select state, min(number) as first, max(number) as last, count(*) as count from numbered
    group by state, island order by 2 limit ${limit}`,
  { present: ['state', 'first', 'last', 'count'], planned: 'per call' },
)

/** The IMSIs of a range in use, by one profile (`used`) or several (`doubled`). */
export async function selectImsiIslands(db: TenantDb, range: NumberRange): Promise<Island[]> {
  const { first, last, limit } = range
  return (await imsiIslandsStatement(db, { enterpriseId: db.enterpriseId, first, last, limit })) as Island[]
}
