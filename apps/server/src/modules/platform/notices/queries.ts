import type { LimitGroups } from '@simwright/contract/people/group-limit'
import { kindsOfAllGroups, type News, type NoticeKind } from '@simwright/contract/platform/notice-kind'
import { type Expression, type Kysely, sql } from 'kysely'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

/**
 * A user in an enterprise account, who sees its notices and those without an enterprise account. A limited member does
 * not see those about all groups, which came before the limit.
 */
export type Reader = { userId: UserId; enterpriseId: EnterpriseId; groups: LimitGroups }

type NewNotice = News & {
  id: string
  userId: UserId
  enterpriseId: EnterpriseId | null
  /** A user gets only one notice with the same name. */
  once: string | null
  at: Date
  inBell: boolean
  /** When its mail is due; null for none, or a letter that the caller queues. */
  mailAt: Date | null
}

const insertNoticeStatement = statement(
  'insert notice',
  ({
    userId,
    id,
    enterpriseId,
    kind,
    once,
    facts,
    at,
    inBell,
    mailAt,
  }: Pick<NewNotice, 'userId' | 'id' | 'enterpriseId' | 'kind' | 'once' | 'at' | 'inBell' | 'mailAt'> & {
    facts: string
  }) => sql`
    insert into notice (user_id, id, enterprise_id, kind, once, facts, created_at, in_bell, mail_at)
    values (${userId}, ${id}, ${enterpriseId}, ${kind}, ${once}, ${facts}, ${at}, ${inBell}, ${mailAt})
    on conflict (user_id, once) where once is not null do nothing returning id`,
)

/** @returns false if the user already has a notice with the same `once` */
export async function insertNotice(db: GlobalDb, notice: NewNotice): Promise<boolean> {
  const { id, userId, enterpriseId, kind, facts, once, at, inBell, mailAt } = notice
  return (
    (
      await insertNoticeStatement(db, {
        userId,
        id,
        enterpriseId,
        kind,
        once,
        facts: JSON.stringify(facts),
        at,
        inBell,
        mailAt,
      })
    ).length > 0
  )
}

const visible = (db: GlobalDb, { userId, enterpriseId, groups }: Reader) =>
  db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('in_bell', '=', true)
    .$if(groups !== null, (query) => query.where('kind', 'not in', kindsOfAllGroups))
    .where((eb) => eb.or([eb('enterprise_id', 'is', null), eb('enterprise_id', '=', enterpriseId)]))

export type NoticeFilter = { kinds?: NoticeKind[] | undefined; unread?: true | undefined }

/** Newest first. Returns `limit + 1` rows, so that the caller knows whether a page follows. */
export async function selectNotices(
  db: GlobalDb,
  reader: Reader,
  { before, limit, kinds, unread }: NoticeFilter & { before: string | undefined; limit: number },
) {
  let query = visible(db, reader).select(['id', 'kind', 'facts', 'created_at', 'read_at'])
  if (before) query = query.where('id', '<', before)
  if (kinds) query = query.where('kind', 'in', kinds)
  if (unread) query = query.where('read_at', 'is', null)
  return await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

const unreadStatement = shapedStatement(
  'count unread notices',
  ({ unread, newest }: { unread: Expression<unknown>; newest: Expression<unknown> }) => sql`
    select (select count(*) from (${unread}) u)::integer as unread, (${newest}) as newest`,
  { present: ['unread'], shapes: [{ unread: sql`select 1`, newest: sql`select null::uuid` }] },
)

/** The number of unread notices, up to the cap, and the id of the newest notice. */
export async function selectUnread(db: GlobalDb, reader: Reader, cap: number) {
  const unread = visible(db, reader).where('read_at', 'is', null).select('id').limit(cap)
  const newest = visible(db, reader).select('id').orderBy('id', 'desc').limit(1)
  return (await unreadStatement(db, { unread, newest }))[0]!
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
