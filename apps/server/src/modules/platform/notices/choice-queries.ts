import type { NoticeChannel, NoticeKind } from '@simwright/contract/platform/notice-kind'
import { type Kysely, sql } from 'kysely'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import type { Reader } from './queries.ts'

type GlobalDb = Kysely<GlobalTables>

export type DigestHour = { hour: number; timeZone: string }

/** What the user has chosen in an enterprise account, and for kinds that belong to none. */
export async function selectChoices(db: GlobalDb, { userId, enterpriseId }: Reader) {
  return await db
    .selectFrom('notice_choice')
    .select(['kind', 'channel', 'is_on'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('enterprise_id', 'is', null), eb('enterprise_id', '=', enterpriseId)]))
    .execute()
}

type Choice = {
  userId: UserId
  enterpriseId: EnterpriseId | null
  kind: NoticeKind
  channel: NoticeChannel
  isOn: boolean
}

export async function upsertChoice(db: GlobalDb, { userId, enterpriseId, kind, channel, isOn }: Choice): Promise<void> {
  await sql`
    insert into notice_choice (user_id, enterprise_id, kind, channel, is_on)
    values (${userId}, ${enterpriseId}, ${kind}, ${channel}, ${isOn})
    on conflict (user_id, enterprise_id, kind, channel) do update set is_on = excluded.is_on`.execute(db)
}

/** The user's digest, in the time zone of the account, else in that of the browser in which it was chosen. */
export async function selectDigest(db: GlobalDb, userId: UserId): Promise<DigestHour | null> {
  const { rows } = await sql<DigestHour>`
    select d.hour, coalesce(u.time_zone, d.time_zone) as "timeZone"
    from notice_digest d join user_account u on u.id = d.user_id where d.user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

export async function upsertDigest(db: GlobalDb, userId: UserId, digest: DigestHour | null): Promise<void> {
  if (digest === null) await db.deleteFrom('notice_digest').where('user_id', '=', userId).execute()
  else
    await sql`
      insert into notice_digest (user_id, hour, time_zone) values (${userId}, ${digest.hour}, ${digest.timeZone})
      on conflict (user_id) do update set hour = excluded.hour, time_zone = excluded.time_zone`.execute(db)
}

/** Moves the user's mails that are not queued yet. */
export async function updatePending(db: GlobalDb, userId: UserId, mailAt: Date): Promise<void> {
  await db
    .updateTable('notice')
    .set({ mail_at: mailAt })
    .where('user_id', '=', userId)
    .where('mail_at', 'is not', null)
    .execute()
}
