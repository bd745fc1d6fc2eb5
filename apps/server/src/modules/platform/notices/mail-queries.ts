import type { News } from '@simwright/contract/platform/notice-kind'
import { type Kysely, sql } from 'kysely'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, PlatformId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type DueUser = {
  user_id: UserId
  email: string
  first_name: string
  platform_id: PlatformId
  time_zone: string
  has_digest: boolean
}

export type DueNotice = News & { id: string; enterprise_id: EnterpriseId | null; created_at: Date }

const dueUsersStatement = statement(
  'select users with due notices',
  ({ at, limit }: { at: Date; limit: number }) => sql`
    select n.user_id, u.email, u.first_name, u.platform_id, coalesce(u.time_zone, d.time_zone, 'UTC') as time_zone,
      d.user_id is not null as has_digest
    from (select user_id, min(mail_at) as since from notice where mail_at <= ${at}
      group by user_id order by 2 limit ${limit}) n
    join user_account u on u.id = n.user_id left join notice_digest d on d.user_id = n.user_id
    order by n.since`,
  { present: ['time_zone', 'has_digest'] },
)

/** Users with a mail that is due, the longest waiting first. */
export async function selectDueUsers(db: GlobalDb, { at, limit }: { at: Date; limit: number }): Promise<DueUser[]> {
  return await dueUsersStatement(db, { at, limit })
}

const dueStatement = statement(
  'select due notices of user',
  ({ userId, at }: { userId: UserId; at: Date }) => sql`
    select id, enterprise_id, kind, facts, created_at from notice
    where user_id = ${userId} and mail_at <= ${at} order by id`,
)

export async function selectDue(db: GlobalDb, userId: UserId, at: Date): Promise<DueNotice[]> {
  return (await dueStatement(db, { userId, at })) as DueNotice[]
}

/** Takes notifications out of the queue. @returns those that no other process has taken */
export async function claimDue(db: GlobalDb, userId: UserId, due: readonly DueNotice[]): Promise<Set<string>> {
  if (due.length === 0) return new Set()
  const rows = await db
    .updateTable('notice')
    .set({ mail_at: null })
    .where('user_id', '=', userId)
    .where(
      'id',
      'in',
      due.map(({ id }) => id),
    )
    .where('mail_at', 'is not', null)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Whether {@link selectDueUsers} finds a user. */
export const noticeMailsDue = (at: Date) => condition`(select min(mail_at) from notice) <= ${at}`
