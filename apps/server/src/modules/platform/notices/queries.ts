import type { News } from '@simwright/contract/platform/notice'
import { type Kysely, sql } from 'kysely'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

/** Whose notices are meant: the user's that concern them anywhere, and those of this enterprise account. */
export type Reader = { userId: string; enterpriseId: string }

type NewNotice = News & {
  id: string
  userId: string
  enterpriseId: string | null
  /** A name of its own: the same is told to the user once only. */
  once: string | null
  at: Date
}

/** @returns whether it was not told before */
export async function insertNotice(db: GlobalDb, { id, userId, enterpriseId, kind, facts, once, at }: NewNotice) {
  const { rows } = await sql`
    insert into notice (user_id, id, enterprise_id, kind, once, facts, created_at)
    values (${userId}, ${id}, ${enterpriseId}, ${kind}, ${once}, ${JSON.stringify(facts)}, ${at})
    on conflict (user_id, once) where once is not null do nothing returning id`.execute(db)
  return rows.length > 0
}

const visible = (db: GlobalDb, { userId, enterpriseId }: Reader) =>
  db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('enterprise_id', 'is', null), eb('enterprise_id', '=', enterpriseId)]))

/** Newest first; `limit + 1`, so that the caller knows whether more follow. */
export async function selectNotices(
  db: GlobalDb,
  reader: Reader,
  { before, limit }: { before: string | undefined; limit: number },
) {
  let query = visible(db, reader).select(['id', 'kind', 'facts', 'created_at', 'read_at'])
  if (before) query = query.where('id', '<', before)
  return await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

type UnreadRecord = { unread: number; newest: string | null }

/** How many are unread, up to the cap, and which is the newest. */
export async function selectUnread(db: GlobalDb, reader: Reader, cap: number) {
  const unread = visible(db, reader).where('read_at', 'is', null).select(sql`1`.as('one')).limit(cap)
  const newest = visible(db, reader).select('id').orderBy('id', 'desc').limit(1)
  const { rows } = await sql<UnreadRecord>`
    select (select count(*) from (${unread}) u)::integer as unread, (${newest}) as newest`.execute(db)
  return rows[0]!
}

export async function updateRead(db: GlobalDb, reader: Reader, { id, at }: { id: string | undefined; at: Date }) {
  let query = db
    .updateTable('notice')
    .set({ read_at: at })
    .where('user_id', '=', reader.userId)
    .where((eb) => eb.or([eb('enterprise_id', 'is', null), eb('enterprise_id', '=', reader.enterpriseId)]))
    .where('read_at', 'is', null)
  if (id) query = query.where('id', '=', id)
  await query.execute()
}
