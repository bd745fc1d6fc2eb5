import type { LinkState } from '@simwright/contract/people/invitation'
import type { PlanName } from '@simwright/contract/platform/plan'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db, SystemDb, TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { nameOfEnterprise, nameOfPerson } from '../../platform/tenancy/service.ts'

type GlobalDb = Kysely<GlobalTables>

export type GiftRecord = { plan: PlanName | null; plan_days: number | null; trial_days: number | null }

export type LinkRecord = GiftRecord & {
  id: string
  code: string
  platform_id: string
  state: LinkState
  uses: number
  max_uses: number
  expires_at: Date | null
  stopped_at: Date | null
  note: string
  created_by_name: string | null
  created_at: Date
  version: number
}

const stateAt = (at: Date) => sql`case when l.stopped_at is not null then 'STOPPED'
  when l.uses >= l.max_uses then 'USED_UP' when l.expires_at <= ${at} then 'EXPIRED' else 'OPEN' end`

const columnsAt = (at: Date) => sql`l.id, l.code, l.platform_id, l.plan, l.plan_days, l.trial_days, l.uses, l.max_uses,
  l.expires_at, l.stopped_at, l.note, l.created_at, l.version, ${stateAt(at)} as state,
  ${nameOfPerson('l.created_by')} as created_by_name`

type LinkFilter = { states: readonly LinkState[] | undefined; at: Date }

const matching = ({ states, at }: LinkFilter) =>
  states?.length ? sql`${stateAt(at)} = any(${[...states]}::text[])` : sql`true`

const linksStatement = shapedStatement(
  'select invitation links',
  ({ filter, after, limit }: { filter: LinkFilter; after: RawBuilder<unknown>; limit: number }) => sql`
    select ${columnsAt(filter.at)} from invitation_link l
    where ${matching(filter)} ${after} order by l.created_at desc, l.id desc limit ${limit + 1}`,
  { present: ['state'], shapes: [{ after: sql`` }] },
)

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectLinks(
  db: Db['global'],
  { filter, keyset, limit }: { filter: LinkFilter; keyset: Keyset | undefined; limit: number },
): Promise<LinkRecord[]> {
  const after = keyset
    ? sql`and (l.created_at, l.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return (await linksStatement(db, { filter, after, limit })) as LinkRecord[]
}

export async function countLinks(db: Db['global'], filter: LinkFilter): Promise<number> {
  return await countCapped(db, sql`select from invitation_link l where ${matching(filter)}`)
}

const linkStatement = statement(
  'select invitation link',
  ({ at, id }: { at: Date; id: string }) => sql`
    select ${columnsAt(at)} from invitation_link l
    where l.id = ${id}`,
  { present: ['state'] },
)

export async function selectLink(db: SystemDb, { id, at }: { id: string; at: Date }): Promise<LinkRecord | undefined> {
  return (await linkStatement(db, { at, id }))[0] as LinkRecord | undefined
}

/** The enterprise accounts that came by a link, newest first; needs a system transaction. */
export async function selectCame(
  db: SystemDb,
  { id, limit }: { id: string; limit: number },
): Promise<{ enterprise_id: string; name: string; used_at: Date }[]> {
  return await db
    .selectFrom('invitation_use as i')
    .select(['i.enterprise_id', nameOfEnterprise('i.enterprise_id').$notNull().as('name'), 'i.used_at'])
    .where('i.link_id', '=', id)
    .orderBy('i.used_at', 'desc')
    .orderBy('i.enterprise_id')
    .limit(limit)
    .execute()
}

type NewLink = GiftRecord & {
  id: string
  code: string
  platform_id: PlatformId
  max_uses: number
  expires_at: Date | null
  note: string
  created_by: UserId
  created_at: Date
}

export async function insertLink(db: GlobalDb, link: NewLink): Promise<void> {
  await db.insertInto('invitation_link').values(link).execute()
}

/** Stops a link. `changed`: another version is stored, or the link is stopped already. */
export async function updateStopped(
  db: GlobalDb,
  { id, version, at }: { id: string; version: number; at: Date },
): Promise<{ code: string } | 'changed' | 'unknown'> {
  const stopped = await db
    .updateTable('invitation_link')
    .set({ stopped_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('stopped_at', 'is', null)
    .returning('code')
    .executeTakeFirst()
  if (stopped) return stopped
  const known = await db.selectFrom('invitation_link').select('id').where('id', '=', id).executeTakeFirst()
  return known ? 'changed' : 'unknown'
}

type FoundGift = GiftRecord & { state: LinkState }
type UsedLink = GiftRecord & { id: string }

type CodeAt = { code: string; platformId: PlatformId; at: Date }

const giftStatement = statement(
  'select gift of invitation link',
  ({ at, code, platformId }: CodeAt) => sql`
    select l.plan, l.plan_days, l.trial_days, ${stateAt(at)} as state from invitation_link l
    where l.code = ${code} and l.platform_id = ${platformId}`,
  { present: ['state'] },
)

/** What a code gives, and whether it can be used; undefined for an unknown code. */
export async function selectGift(
  db: GlobalDb | SystemDb | Db['global'],
  { code, platformId, at }: CodeAt,
): Promise<FoundGift | undefined> {
  return (await giftStatement(db as GlobalDb, { at, code, platformId }))[0] as FoundGift | undefined
}

const countUseStatement = statement(
  'count use of invitation link',
  ({ code, platformId, at }: CodeAt) => sql`
    update invitation_link l set uses = l.uses + 1
    where l.code = ${code} and l.platform_id = ${platformId} and ${stateAt(at)} = 'OPEN'
    returning l.id, l.plan, l.plan_days, l.trial_days`,
)

/** Counts one use, unless the link cannot be used. Sign-ups at the same time wait for each other at its row. */
export async function countUse(db: TenantDb, { code, platformId, at }: CodeAt): Promise<UsedLink | undefined> {
  return (await countUseStatement(db, { code, platformId, at }))[0] as UsedLink | undefined
}

export async function insertUse(db: TenantDb, { linkId, at }: { linkId: string; at: Date }): Promise<void> {
  await db
    .insertInto('invitation_use')
    .values({ enterprise_id: db.enterpriseId, link_id: linkId, used_at: at })
    .execute()
}
