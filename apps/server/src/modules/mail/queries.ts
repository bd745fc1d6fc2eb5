import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { GlobalTables } from '../../db/tables.gen.ts'

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

/** Takes mails that are due, and keeps other processes from them until `leaseUntil`. */
export async function claimMails(
  db: Db['global'],
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<MailRecord[]> {
  const { rows } = await sql<MailRecord>`
    update mail_message set attempts = attempts + 1, next_at = ${leaseUntil}
    where id in (
      select id from mail_message where state = 'WAITING' and next_at <= ${now}
      order by next_at limit ${limit} for update skip locked)
    returning id, kind, recipient, sealed, attempts, created_at
  `.execute(db)
  return rows
}

/** What was sent is forgotten: it holds links with tokens. */
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

export async function selectKept(db: Db['global'], limit: number): Promise<MailRecord[]> {
  return await db
    .selectFrom('mail_message')
    .select(['id', 'kind', 'recipient', 'sealed', 'attempts', 'created_at'])
    .where('state', '=', 'KEPT')
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}
