import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import type { ProfileStatus, RecycleStatus } from '@simwright/contract/profiles/profile-state'
import type { CampaignCounts } from '@simwright/contract/provisioning/campaign'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Keyset } from '../../../db/page.ts'
import type { ActivationCodeId, EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { joinPoolUse } from '../../profiles/pools/service.ts'

type MemberCount = { state: 'FREE' | 'HELD' | 'TAKEN'; status: string; count: number }

const kindOf: Readonly<Record<string, 'downloaded' | 'installed' | 'deleted' | 'failed'>> = {
  AVAILABLE: 'deleted',
  DOWNLOADED: 'downloaded',
  INSTALLED: 'installed',
  ENABLED: 'installed',
  DISABLED: 'installed',
  DELETED: 'deleted',
}

const countsOfStatement = statement(
  'count members of campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select m.state, p.status, count(*)::int as count from pool_member m
    join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${id} group by m.state, p.status
    union all
    select 'TAKEN', status, count(*)::int from pool_past
    where enterprise_id = ${enterpriseId} and pool_id = ${id} group by status`,
  { present: ['state', 'status', 'count'], planned: 'per call' },
)

const devicesStatement = statement(
  'count devices of campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select count(*)::int as counted from pool_device
    where enterprise_id = ${enterpriseId} and pool_id = ${id}`,
  { present: ['counted'], planned: 'per call' },
)

/** Counts the profiles of a campaign by outcome. A handed-out profile that is available was deleted from its device. */
export async function countsOf(
  db: TenantDb,
  { id, refused }: { id: string; refused: number },
): Promise<CampaignCounts> {
  const { enterpriseId } = db
  const rows = (await countsOfStatement(db, { enterpriseId, id })) as MemberCount[]
  const [devices] = await devicesStatement(db, { enterpriseId, id })
  const counts = { free: 0, held: 0, downloaded: 0, installed: 0, failed: 0, deleted: 0 }
  for (const { state, status, count } of rows) {
    const kind =
      state === 'TAKEN' ? (kindOf[status] ?? 'failed') : status === 'AVAILABLE' ? countOfState[state] : 'failed'
    counts[kind] += count
  }
  const profiles = rows.reduce((sum, { count }) => sum + count, 0)
  return { ...counts, profiles, refused, devices: devices!.counted }
}

const countOfState = { FREE: 'free', HELD: 'held' } as const

/** When each profile was handed out, including profiles that were generated again since. */
const takenTimes = (enterpriseId: EnterpriseId, id: string) => sql`
  (select taken_at from pool_member where enterprise_id = ${enterpriseId} and pool_id = ${id} and state = 'TAKEN'
   union all select taken_at from pool_past where enterprise_id = ${enterpriseId} and pool_id = ${id}) m`

type TimeRange = { from: Date; to: Date }

const hoursStatement = statement(
  'count hand-outs by hour',
  ({ from, to, enterpriseId, id }: TimeRange & { enterpriseId: EnterpriseId; id: string }) => sql`
    select h.at, count(m.taken_at)::int as count
    from generate_series(date_trunc('hour', ${from}::timestamptz), ${to}::timestamptz, interval '1 hour') as h(at)
    left join ${takenTimes(enterpriseId, id)} on m.taken_at >= h.at and m.taken_at < h.at + interval '1 hour'
    group by h.at order by h.at`,
  { present: ['at', 'count'], planned: 'per call' },
)

/** Counts the profiles handed out in each hour of a time range. */
export async function selectHours(
  db: TenantDb,
  { id, from, to }: TimeRange & { id: string },
): Promise<{ at: Date; count: number }[]> {
  return await hoursStatement(db, { from, to, enterpriseId: db.enterpriseId, id })
}

const daysStatement = shapedStatement(
  'count hand-outs by day',
  ({ starts, enterpriseId, id }: { starts: readonly Date[]; enterpriseId: EnterpriseId; id: string }) => sql`
    select d.at, count(m.taken_at)::int as count
    from (select at, lead(at) over (order by at) as until
          from unnest(${starts.map((start) => start.toISOString())}::timestamptz[]) as s(at)) d
    left join ${takenTimes(enterpriseId, id)} on m.taken_at >= d.at and m.taken_at < d.until
    where d.until is not null
    group by d.at order by d.at`,
  { present: ['at', 'count'], shapes: [{ starts: [] }] },
)

/** Counts the profiles handed out on each day. `starts`: of the days in order, and the end of the last one. */
export async function selectDays(
  db: TenantDb,
  { id, starts }: { id: string; starts: readonly Date[] },
): Promise<{ at: Date; count: number }[]> {
  return await daysStatement(db, { starts, enterpriseId: db.enterpriseId, id })
}

export type RefusalRecord = {
  id: string
  at: Date
  eid: string
  device: string | null
  tac: string | null
  address: string | null
  subject_code: string
  reason_code: string
  detail: string
}

const refusalsStatement = shapedStatement(
  'select refusals of campaign',
  ({
    enterpriseId,
    id,
    keyset,
    limit,
  }: {
    enterpriseId: EnterpriseId
    id: string
    keyset: Keyset | undefined
    limit: number
  }) => sql`
    select r.*, t.brand || ' ' || t.model as device from (
      select r.* from pool_refusal r where r.enterprise_id = ${enterpriseId} and r.pool_id = ${id}
        ${keyset ? sql`and r.id < ${keyset.id}::uuid` : sql``} order by r.id desc limit ${limit + 1}) r
    left join tac t on t.tac = r.tac order by r.id desc`,
)

export async function selectRefusals(
  db: TenantDb,
  { id, keyset, limit }: { id: string; keyset: Keyset | undefined; limit: number },
): Promise<RefusalRecord[]> {
  return await refusalsStatement(db, { enterpriseId: db.enterpriseId, id, keyset, limit })
}

const refusedStatement = shapedStatement(
  'select refusals of campaign in order',
  ({
    enterpriseId,
    id,
    after,
    limit,
  }: {
    enterpriseId: EnterpriseId
    id: string
    after: string | undefined
    limit: number
  }) => sql`
    select r.*, t.brand || ' ' || t.model as device from (
      select r.* from pool_refusal r where r.enterprise_id = ${enterpriseId} and r.pool_id = ${id}
        ${after ? sql`and r.id > ${after}::uuid` : sql``} order by r.id limit ${limit}) r
    left join tac t on t.tac = r.tac order by r.id`,
)

/** Refusals after the one with ID `after`, oldest first. */
export async function selectRefused(
  db: TenantDb,
  { id, after, limit }: { id: string; after: string | undefined; limit: number },
): Promise<RefusalRecord[]> {
  return await refusedStatement(db, { enterpriseId: db.enterpriseId, id, after, limit })
}

export type RefusalSum = Pick<RefusalRecord, 'subject_code' | 'reason_code' | 'detail'> & {
  count: number
  devices: number
}

const sumRefusalsStatement = statement(
  'sum refusals of campaign',
  ({ enterpriseId, id, most }: { enterpriseId: EnterpriseId; id: string; most: number }) => sql`
    select subject_code, reason_code, detail, count(*)::int as count, count(distinct eid)::int as devices from (
      select subject_code, reason_code, detail, eid from pool_refusal
      where enterprise_id = ${enterpriseId} and pool_id = ${id} order by id desc limit ${most}) newest
    group by subject_code, reason_code, detail order by count desc, detail limit 50`,
  { present: ['count', 'devices'], planned: 'per call' },
)

/** Sums up the newest refusals, at most `most` of them, by reason: how many, and from how many devices. */
export async function sumRefusals(db: TenantDb, { id, most }: { id: string; most: number }): Promise<RefusalSum[]> {
  return await sumRefusalsStatement(db, { enterpriseId: db.enterpriseId, id, most })
}

/** Status and recycle status of all profiles handed out, including those that were generated again since. */
const everyTaken = (enterpriseId: EnterpriseId, id: string) => sql`
  (select p.status, p.recycle_status from pool_member m
   join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
   where m.enterprise_id = ${enterpriseId} and m.pool_id = ${id} and m.state = 'TAKEN'
   union all select status, recycle_status from pool_past where enterprise_id = ${enterpriseId} and pool_id = ${id}) t`

const sumStatusesStatement = statement(
  'sum statuses of campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select status, count(*)::int as count from ${everyTaken(enterpriseId, id)}
    group by status order by count desc, status`,
  { present: ['status', 'count'], planned: 'per call' },
)

export async function sumStatuses(db: TenantDb, id: string): Promise<{ status: ProfileStatus; count: number }[]> {
  return (await sumStatusesStatement(db, { enterpriseId: db.enterpriseId, id })) as {
    status: ProfileStatus
    count: number
  }[]
}

const sumRecyclingStatement = statement(
  'sum recycling of campaign',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select recycle_status as status, count(*)::int as count from ${everyTaken(enterpriseId, id)}
    where recycle_status <> 'NONE' group by recycle_status order by recycle_status desc`,
  { present: ['status', 'count'], planned: 'per call' },
)

export async function sumRecycling(db: TenantDb, id: string): Promise<{ status: RecycleStatus; count: number }[]> {
  return (await sumRecyclingStatement(db, { enterpriseId: db.enterpriseId, id })) as {
    status: RecycleStatus
    count: number
  }[]
}

export type HandedOut = {
  profile_id: string
  iccid: string
  imsi: string
  eid: string | null
  status: string
  status_at: Date
  taken_at: Date
  device: string | null
  recycle_status: string
  recycle_at: Date | null
}

export type PageAfter = { id: string; after?: { profileId: ProfileId; takenAt: Date }; limit: number }

const handedOutStatement = shapedStatement(
  'select handed out profiles',
  ({ enterpriseId, id, after, limit }: PageAfter & { enterpriseId: EnterpriseId }) => sql`
    select p.id as profile_id, p.iccid, p.imsi, m.eid, p.status, p.status_at, m.taken_at,
      nullif(concat_ws(' ', p.device_brand, p.device_model), '') as device, p.recycle_status, p.recycle_at
    from pool_member m join profile p on p.enterprise_id = m.enterprise_id and p.id = m.profile_id
    where m.enterprise_id = ${enterpriseId} and m.pool_id = ${id} and m.state = 'TAKEN'
      ${after ? sql`and m.profile_id > ${after.profileId}::uuid` : sql``}
    order by m.profile_id limit ${limit}`,
  { present: ['taken_at'] },
)

/** A page of the profiles handed out, ordered by profile ID. */
export async function selectHandedOut(db: TenantDb, { id, after, limit }: PageAfter): Promise<HandedOut[]> {
  return await handedOutStatement(db, { enterpriseId: db.enterpriseId, id, after, limit })
}

const pastStatement = shapedStatement(
  'select earlier handed out profiles',
  ({
    enterpriseId,
    id,
    keyset,
    limit,
  }: Pick<PageAfter, 'id' | 'limit'> & { enterpriseId: EnterpriseId; keyset: RawBuilder<unknown> | undefined }) => sql`
    select profile_id, iccid, imsi, eid, status, status_at, taken_at, device, recycle_status, recycle_at from pool_past
    where enterprise_id = ${enterpriseId} and pool_id = ${id} ${keyset ?? sql``}
    order by profile_id, taken_at limit ${limit}`,
  { shapes: [{ keyset: undefined }] },
)

/** A page of the profiles handed out that were generated again since, as they were before that. */
export async function selectPast(db: TenantDb, { id, after, limit }: PageAfter): Promise<HandedOut[]> {
  const keyset = after && sql`and (profile_id, taken_at) > (${after.profileId}::uuid, ${after.takenAt}::timestamptz)`
  return await pastStatement(db, { enterpriseId: db.enterpriseId, id, keyset, limit })
}

export type PublicRecord = {
  title: string
  welcome: string
  service_provider_name: string | null
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED'
  starts_at: Date | null
  ends_at: Date | null
  matching_id: string
  confirmation_needed: boolean
  issuer: CertificateIssuer | null
  is_left: boolean
  platform_id: string
}

const publicCampaignStatement = statement(
  'select public campaign',
  ({ enterpriseId, activationCodeId }: { enterpriseId: EnterpriseId; activationCodeId: ActivationCodeId }) => sql`
    select e.platform_id, c.title, c.welcome, c.confirmation_needed, p.phase, p.starts_at, p.ends_at, a.matching_id, a.issuer,
      v.fields ->> 'serviceProviderName' as service_provider_name,
      (p.cap is null or used.taken < p.cap) and exists (select 1 from pool_member m
        where m.enterprise_id = p.enterprise_id and m.pool_id = p.id and m.state = 'FREE') as is_left
    from activation_code a
    join enterprise e on e.enterprise_id = a.enterprise_id
    join pool p on p.enterprise_id = a.enterprise_id and p.id = a.pool_id ${joinPoolUse}
    join campaign c on c.enterprise_id = p.enterprise_id and c.id = p.id
    join profile_configuration f on f.enterprise_id = c.enterprise_id and f.id = c.configuration_id
    join profile_configuration_version v on v.enterprise_id = f.enterprise_id and v.configuration_id = f.id
      and v.version = f.version
    where a.enterprise_id = ${enterpriseId} and a.id = ${activationCodeId} and a.kind = 'campaign'
      and c.public_page and c.removed_at is null and p.phase <> 'DRAFT'`,
  { present: ['is_left'] },
)

/**
 * What the public page of a campaign may show; undefined if the campaign has no public page, is a draft or was removed.
 */
export async function selectPublicCampaign(
  db: TenantDb,
  activationCodeId: ActivationCodeId,
): Promise<PublicRecord | undefined> {
  return (await publicCampaignStatement(db, { enterpriseId: db.enterpriseId, activationCodeId }))[0]
}
