import type { NoticeChannel, NoticeKind } from '@simwright/contract/platform/notice-kind'
import { type Kysely, sql } from 'kysely'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
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

const upsertChoiceStatement = statement(
  'upsert notice choice',
  ({ userId, enterpriseId, kind, channel, isOn }: Choice) => sql`
    insert into notice_choice (user_id, enterprise_id, kind, channel, is_on)
    values (${userId}, ${enterpriseId}, ${kind}, ${channel}, ${isOn})
    on conflict (user_id, enterprise_id, kind, channel) do update set is_on = excluded.is_on`,
)

export async function upsertChoice(db: GlobalDb, { userId, enterpriseId, kind, channel, isOn }: Choice): Promise<void> {
  await upsertChoiceStatement(db, { userId, enterpriseId, kind, channel, isOn })
}

const digestStatement = statement(
  'select notice digest',
  ({ userId }: { userId: UserId }) => sql`
    select d.hour, coalesce(u.time_zone, d.time_zone) as "timeZone"
    from notice_digest d join user_account u on u.id = d.user_id where d.user_id = ${userId}`,
  { present: ['timeZone'] },
)

/** The user's digest, in the time zone of the account, else in that of the browser in which it was chosen. */
export async function selectDigest(db: GlobalDb, userId: UserId): Promise<DigestHour | null> {
  return (await digestStatement(db, { userId }))[0] ?? null
}

export async function upsertDigest(db: GlobalDb, userId: UserId, digest: DigestHour | null): Promise<void> {
  if (digest === null) await db.deleteFrom('notice_digest').where('user_id', '=', userId).execute()
  else {
    const fields = { hour: digest.hour, time_zone: digest.timeZone }
    await db
      .insertInto('notice_digest')
      .values({ user_id: userId, ...fields })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fields))
      .execute()
  }
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
