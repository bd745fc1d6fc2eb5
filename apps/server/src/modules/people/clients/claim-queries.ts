import type { CardIccid, Iccid } from '@simwright/ids'
import { iccidKey } from '@simwright/ids'
import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { hasOneOfPlans } from '../../platform/plans/service.ts'

/** The first and the last ICCID of a range, as on the card. */
export type IccidRange = { first: CardIccid; last: CardIccid }

export type ClaimRecord = {
  iccid: Iccid
  enterprise_id: EnterpriseId
  /** Null: assigned to the enterprise account, which has generated no profile. */
  profile_id: ProfileId | null
  name: string
  is_on_device: boolean
}

const claimsStatement = shapedStatement(
  'select claims of ICCIDs',
  ({ first, last }: IccidRange) => sql`
    select d.iccid, d.enterprise_id, d.profile_id, e.name,
      coalesce(p.status in ('DOWNLOADED', 'INSTALLED', 'ENABLED', 'DISABLED'), false) as is_on_device
    from iccid_directory d
    join enterprise e on e.enterprise_id = d.enterprise_id
    left join profile p on p.enterprise_id = d.enterprise_id and p.id = d.profile_id
    where d.iccid between ${first.slice(0, 19)} and ${iccidKey(last)} and (length(d.iccid) = 18) = ${first.length === 18}::boolean
      and not d.released and e.test_of is null
    order by d.enterprise_id, d.iccid`,
  { present: ['is_on_device'], shapes: [{ first: '8' as CardIccid, last: '9' as CardIccid }] },
)

/** The ICCIDs of a range that enterprise accounts hold, by account. */
export async function selectClaims(db: SystemDb, { first, last }: IccidRange): Promise<ClaimRecord[]> {
  return await claimsStatement(db, { first, last })
}

const isUnusedSince = (table: string, column: string, before: Date) => sql`
    not exists (select from ${sql.table(table)} x where x.enterprise_id = e.enterprise_id and x.${sql.ref(column)} >= ${before})`

const idleStatement = statement(
  'select idle enterprises',
  ({ before, at, limit }: { before: Date; at: Date; limit: number }) => sql`
    select e.enterprise_id, e.name from enterprise e
    where e.test_of is null and coalesce(e.use_known_from, e.created_at) < ${before}
      and (select sum(held) from iccid_count c where c.enterprise_id = e.enterprise_id) > 0
      and ${hasOneOfPlans(['DEMO', 'DEFAULT'], at)}
      and ${isUnusedSince('member', 'last_seen_at', before)} and ${isUnusedSince('api_key_secret', 'last_used_at', before)}
      and ${isUnusedSince('open_api_credential', 'last_used_at', before)} and ${isUnusedSince('batch', 'created_at', before)}
      and not exists (select from plan_order x
        where x.enterprise_id = e.enterprise_id and x.kind <> 'BASE' and x.ends_at >= ${before})
    order by e.enterprise_id limit ${limit}`,
  { planned: 'per call' },
)

/**
 * Enterprise accounts without a plan that was ordered or given, that nobody has used since `before`: no member, API key or
 * credential, no batch and no order. Only those that hold ICCIDs.
 */
export async function selectIdle(
  db: SystemDb,
  { before, at, limit }: { before: Date; at: Date; limit: number },
): Promise<RowOf<'select idle enterprises'>[]> {
  return await idleStatement(db, { before, at, limit })
}

const unusedStatement = statement(
  'select profiles with unused ICCIDs',
  ({ enterpriseId, after, limit }: { enterpriseId: EnterpriseId; after: string; limit: number }) => sql`
    select p.id from profile p
    where p.enterprise_id = ${enterpriseId} and p.id > ${after}::uuid and not p.sample
      and exists (select from iccid_directory d
        where d.iccid between p.iccid and p.iccid || '9' and d.enterprise_id = p.enterprise_id and d.profile_id = p.id
          and not d.released and not d.downloaded)
    order by p.id limit ${limit}`,
  { planned: 'per call' },
)

/** Profiles whose ICCIDs are held and were never downloaded, after `after`, by id. */
export async function selectUnused(
  db: TenantDb,
  { after, limit }: { after: string; limit: number },
): Promise<ProfileId[]> {
  return (await unusedStatement(db, { enterpriseId: db.enterpriseId, after, limit })).map(({ id }) => id)
}
