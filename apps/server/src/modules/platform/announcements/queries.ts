import type { AnnouncementKind, AnnouncementState } from '@simwright/contract/platform/announcement'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { PlatformId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { nameOfPerson } from '../tenancy/service.ts'

type GlobalDb = Kysely<GlobalTables>
type Reading = Db['global']

export type CurrentRecord = {
  id: string
  kind: AnnouncementKind
  text: string
  link: string | null
  starts_at: Date
  is_dismissed: boolean
}

const currentStatement = statement(
  'select current announcements',
  ({ userId, at, platformId, limit }: { userId: UserId; at: Date; platformId: PlatformId; limit: number }) => sql`
    select a.id, a.kind, a.text, a.link, a.starts_at,
      exists (select from announcement_dismissal d
        where d.announcement_id = a.id and d.user_id = ${userId}) as is_dismissed
    from announcement a
    where a.withdrawn_at is null and a.starts_at <= ${at} and (a.ends_at is null or a.ends_at > ${at})
      and (a.platform_id is null or a.platform_id = ${platformId})
    order by a.starts_at desc, a.id desc limit ${limit}`,
  { present: ['is_dismissed'] },
)

/** The announcements that a user sees, newest first. */
export async function selectCurrent(
  db: Reading,
  { userId, platformId, at, limit }: { userId: UserId; platformId: PlatformId; at: Date; limit: number },
): Promise<CurrentRecord[]> {
  return await currentStatement(db, { userId, at, platformId, limit })
}

const insertDismissalStatement = statement(
  'insert dismissal of announcement',
  ({ userId, at, id }: { userId: UserId; at: Date; id: string }) => sql`
    insert into announcement_dismissal (announcement_id, user_id, at)
    select a.id, ${userId}, ${at} from announcement a where a.id = ${id}
    on conflict do nothing`,
)

/** Does nothing for an announcement that does not exist. */
export async function insertDismissal(
  db: Reading,
  { id, userId, at }: { id: string; userId: UserId; at: Date },
): Promise<void> {
  await insertDismissalStatement(db, { userId, at, id })
}

export async function deleteDismissals(db: GlobalDb, id: string): Promise<void> {
  await db.deleteFrom('announcement_dismissal').where('announcement_id', '=', id).execute()
}

export type AnnouncementRecord = {
  id: string
  kind: AnnouncementKind
  text: string
  link: string | null
  state: AnnouncementState
  platform_id: string | null
  starts_at: Date
  ends_at: Date | null
  withdrawn_at: Date | null
  created_by_name: string | null
  created_at: Date
  version: number
}

const stateAt = (at: Date) => sql`case when a.withdrawn_at is not null then 'WITHDRAWN'
  when a.ends_at <= ${at} then 'ENDED' when a.starts_at > ${at} then 'SCHEDULED' else 'SHOWN' end`

type Filter = { states: readonly AnnouncementState[] | undefined; at: Date }

const matching = ({ states, at }: Filter) =>
  states?.length ? sql`${stateAt(at)} = any(${[...states]}::text[])` : sql`true`

const announcementsStatement = shapedStatement(
  'select announcements',
  ({ filter, after, limit }: { filter: Filter; after: RawBuilder<unknown>; limit: number }) => sql`
    select a.id, a.kind, a.text, a.link, a.platform_id, a.starts_at, a.ends_at, a.withdrawn_at, a.created_at, a.version,
      ${stateAt(filter.at)} as state, ${nameOfPerson('a.created_by')} as created_by_name
    from announcement a
    where ${matching(filter)} ${after} order by a.created_at desc, a.id desc limit ${limit + 1}`,
  { present: ['state'], shapes: [{ after: sql`` }] },
)

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectAnnouncements(
  db: Reading,
  { filter, keyset, limit }: { filter: Filter; keyset: Keyset | undefined; limit: number },
): Promise<AnnouncementRecord[]> {
  const after = keyset
    ? sql`and (a.created_at, a.id) < (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return (await announcementsStatement(db, { filter, after, limit })) as AnnouncementRecord[]
}

export async function countAnnouncements(db: Reading, filter: Filter): Promise<number> {
  return await countCapped(db, sql`select from announcement a where ${matching(filter)}`)
}

export type AnnouncementColumns = {
  kind: AnnouncementKind
  text: string
  link: string | null
  platform_id: PlatformId | null
  starts_at: Date
  ends_at: Date | null
}

type NewAnnouncement = AnnouncementColumns & { id: string; created_by: UserId; created_at: Date }

export async function insertAnnouncement(db: GlobalDb, row: NewAnnouncement): Promise<void> {
  await db.insertInto('announcement').values(row).execute()
}

type LockedRecord = AnnouncementColumns & { withdrawn_at: Date | null }

/** Locks the announcement. `changed`: another version is stored. */
export async function lockAnnouncement(
  db: GlobalDb,
  { id, version }: { id: string; version: number },
): Promise<LockedRecord | 'changed' | 'unknown'> {
  const found = await db
    .selectFrom('announcement')
    .select(['kind', 'text', 'link', 'platform_id', 'starts_at', 'ends_at', 'withdrawn_at', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return 'unknown'
  return found.version === version ? found : 'changed'
}

export async function updateAnnouncement(
  db: GlobalDb,
  { id, version, ...columns }: { id: string; version: number } & (AnnouncementColumns | { withdrawn_at: Date }),
): Promise<void> {
  await db
    .updateTable('announcement')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute()
}
