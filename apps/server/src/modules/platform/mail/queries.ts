import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Db, SystemDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { isHeldSince } from '../restores/service.ts'

export type MailRecord = {
  id: string
  kind: string
  recipient: string
  sealed: Buffer
  attempts: number
  created_at: Date
}

export type NewMail = {
  id: string
  kind: string
  recipient: string
  platform_id: string | null
  sealed: Uint8Array
  state: 'WAITING' | 'KEPT'
  at: Date
}

export async function insertMail(db: Kysely<GlobalTables>, { at, ...mail }: NewMail): Promise<void> {
  await db
    .insertInto('mail_message')
    .values({ ...mail, last_error: null, created_at: at, next_at: at, sent_at: null })
    .execute()
}

const claimMailsStatement = statement(
  'claim mails',
  ({ leaseUntil, now, limit }: { leaseUntil: Date; now: Date; limit: number }) => sql`
    update mail_message set attempts = attempts + 1, next_at = ${leaseUntil}
    where id in (
      select id from mail_message
      where state = 'WAITING' and next_at <= ${now} and not ${isHeldSince('mail_message.created_at')}
      order by next_at limit ${limit} for update skip locked)
    returning id, kind, recipient, sealed, attempts, created_at
  `,
)

/**
 * Leases mails that are due to this process until `leaseUntil`, and counts the attempt. Mails from before a restore wait until
 * a person releases them.
 */
export async function claimMails(
  db: Db['global'],
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<MailRecord[]> {
  return await claimMailsStatement(db, { leaseUntil, now, limit })
}

/** Marks a mail as sent and deletes its content, which has links with tokens. */
export async function updateSent(db: Db['global'], id: string, at: Date): Promise<void> {
  await db
    .updateTable('mail_message')
    .set({ state: 'SENT', sent_at: at, sealed: Buffer.alloc(0), last_error: null })
    .where('id', '=', id)
    .execute()
}

export async function updateFailed(
  db: Db['global'],
  id: string,
  { error, nextAt }: { error: string; nextAt: Date | undefined },
): Promise<void> {
  await db
    .updateTable('mail_message')
    .set(nextAt ? { last_error: error, next_at: nextAt } : { last_error: error, state: 'FAILED' })
    .where('id', '=', id)
    .execute()
}

export async function selectMailbox(db: Db['global'], limit: number): Promise<MailRecord[]> {
  return await db
    .selectFrom('mail_message')
    .select(['id', 'kind', 'recipient', 'sealed', 'attempts', 'created_at'])
    .where('state', '=', 'KEPT')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A mail that is kept in the development mailbox; undefined before the transaction of its caller has ended. */
export async function selectKept(db: Db['global'], id: string): Promise<MailRecord | undefined> {
  return await db
    .selectFrom('mail_message')
    .select(['id', 'kind', 'recipient', 'sealed', 'attempts', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'KEPT')
    .executeTakeFirst()
}

export type ListedMail = {
  id: string
  kind: string
  recipient: string
  state: 'WAITING' | 'SENT' | 'FAILED' | 'KEPT'
  platform_id: string | null
  attempts: number
  last_error: string | null
  created_at: Date
  next_at: Date
  sent_at: Date | null
}

export type MailFilter = { state?: string[]; recipient?: string; refused?: boolean }

function matching({ state, recipient, refused }: MailFilter) {
  return sql`${state?.length ? sql`state in (${sql.join(state)})` : sql`true`}
    and ${recipient ? sql`recipient = ${recipient}` : sql`true`}
    ${refused === undefined ? sql`` : refused ? sql`and last_error is not null` : sql`and last_error is null`}`
}

const mailsStatement = shapedStatement(
  'select mails',
  ({ filter, keyset, limit }: { filter: MailFilter; keyset: Keyset | undefined; limit: number }) => sql`
    select id, kind, recipient, state, platform_id, attempts, last_error, created_at, next_at, sent_at
    from mail_message
    where ${matching(filter)}
      ${keyset ? sql`and (created_at, id) < (${new Date(keyset.value)}, ${keyset.id})` : sql``}
    order by created_at desc, id desc limit ${limit + 1}`,
)

export async function selectMails(
  db: Db['global'],
  { filter, keyset, limit }: { filter: MailFilter; keyset: Keyset | undefined; limit: number },
): Promise<ListedMail[]> {
  return await mailsStatement(db, { filter, keyset, limit })
}

export async function countMails(db: Db['global'], filter: MailFilter): Promise<number> {
  return await countCapped(db, sql`select from mail_message where ${matching(filter)}`)
}

export async function updateRetried(
  db: Kysely<GlobalTables>,
  id: string,
  at: Date,
): Promise<{ recipient: string; kind: string } | undefined> {
  return await db
    .updateTable('mail_message')
    .set({ state: 'WAITING', attempts: 0, next_at: at })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .returning(['recipient', 'kind'])
    .executeTakeFirst()
}

/** Deletes the mails to an address of a platform, and those to the address that belong to no platform. */
export async function deleteMailsTo(
  db: SystemDb,
  { email, platform_id }: { email: string; platform_id: string },
): Promise<void> {
  await db
    .deleteFrom('mail_message')
    .where('recipient', '=', email)
    .where((where) => where.or([where('platform_id', '=', platform_id), where('platform_id', 'is', null)]))
    .execute()
}

/** Whether {@link claimMails} finds a mail. */
export const mailsDue = (now: Date) =>
  condition`(select min(next_at) from mail_message where state = 'WAITING') <= ${now}`

/** Waiting mails from before the restore that holds them. */
export async function countHeld(db: Kysely<GlobalTables>): Promise<number> {
  return await countCapped(
    db,
    sql`select from mail_message where state = 'WAITING' and ${isHeldSince('mail_message.created_at')}`,
  )
}
