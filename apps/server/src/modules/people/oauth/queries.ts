import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'
import { lockUser } from '../../platform/tenancy/service.ts'

/** Global tables. They can be used in tenant transactions, too. */
export type GlobalDb = Kysely<GlobalTables>

export type FlowRecord = {
  state_hash: Buffer
  browser_hash: Buffer
  source_id: string
  enterprise_id: string | null
  platform_id: string
  user_id: string | null
  /** The test of single sign-on to which the flow belongs, which signs nobody in. */
  sso_test_id: string | null
  sealed: Buffer
}

const flowColumns = [
  'state_hash',
  'browser_hash',
  'source_id',
  'enterprise_id',
  'platform_id',
  'user_id',
  'sso_test_id',
  'sealed',
] as const

export async function insertFlow(
  db: GlobalDb,
  flow: FlowRecord & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('oauth_flow').values(flow).execute()
}

/** Finds and deletes the flow that this browser started. Another browser doesn't find it. */
export async function takeFlow(
  db: GlobalDb,
  { stateHash, browserHash, now }: { stateHash: Buffer; browserHash: Buffer; now: Date },
): Promise<FlowRecord | undefined> {
  return await db
    .deleteFrom('oauth_flow')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .returning(flowColumns)
    .executeTakeFirst()
}

export type TicketRecord = {
  ticket_hash: Buffer
  browser_hash: Buffer
  source_id: string
  enterprise_id: string | null
  platform_id: string
  subject: string
  email: string
  first_name: string
  last_name: string
  email_proved: boolean
  code_hash: Buffer | null
}

const ticketColumns = [
  'ticket_hash',
  'browser_hash',
  'source_id',
  'enterprise_id',
  'platform_id',
  'subject',
  'email',
  'first_name',
  'last_name',
  'email_proved',
  'code_hash',
] as const

export async function insertTicket(
  db: GlobalDb,
  ticket: TicketRecord & { created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('oauth_ticket').values(ticket).execute()
}

export type TicketKey = { ticketHash: Buffer; browserHash: Buffer; now: Date }

export async function selectTicket(db: GlobalDb, key: TicketKey): Promise<TicketRecord | undefined> {
  return await db
    .selectFrom('oauth_ticket')
    .select(ticketColumns)
    .where('ticket_hash', '=', key.ticketHash)
    .where('browser_hash', '=', key.browserHash)
    .where('expires_at', '>', key.now)
    .executeTakeFirst()
}

/** Deletes the ticket, which works once. @returns false when it was used already */
export async function deleteTicket(db: GlobalDb | SystemDb, ticketHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await (db as GlobalDb)
    .deleteFrom('oauth_ticket')
    .where('ticket_hash', '=', ticketHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function updateTicketCode(db: GlobalDb, ticketHash: Buffer, codeHash: Buffer): Promise<void> {
  await db.updateTable('oauth_ticket').set({ code_hash: codeHash }).where('ticket_hash', '=', ticketHash).execute()
}

/** Marks the address of a ticket as verified. A code works once. @returns false for a wrong code */
export async function updateTicketProved(
  db: GlobalDb,
  { ticketHash, codeHash }: { ticketHash: Buffer; codeHash: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_ticket')
    .set({ email_proved: true, code_hash: null })
    .where('ticket_hash', '=', ticketHash)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type IdentityRecord = {
  id: string
  user_id: string
  source_id: string
  source_name: string
  subject: string
  email: string
  created_at: Date
  last_used_at: Date
}

/** Finds the user of an identity, and records that the identity was used. */
export async function touchIdentity(
  db: GlobalDb,
  { sourceId, subject, at }: { sourceId: string; subject: string; at: Date },
): Promise<{ id: string; user_id: string; email: string } | undefined> {
  return await db
    .updateTable('user_identity')
    .set({ last_used_at: at })
    .where('source_id', '=', sourceId)
    .where('subject', '=', subject)
    .returning(['id', 'user_id', 'email'])
    .executeTakeFirst()
}

/** @returns false when the identity is linked to a user already */
export async function insertIdentity(db: GlobalDb | SystemDb, identity: IdentityRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await (db as GlobalDb)
    .insertInto('user_identity')
    .values(identity)
    .onConflict((conflict) => conflict.columns(['source_id', 'subject']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function selectIdentities(db: GlobalDb, userId: UserId): Promise<IdentityRecord[]> {
  return await db
    .selectFrom('user_identity')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Locks the user's row, so that two tabs cannot remove the last two ways to sign in at once. */
export async function lockIdentities(db: GlobalDb, userId: UserId): Promise<IdentityRecord[]> {
  await lockUser(db, userId)
  return await selectIdentities(db, userId)
}

export async function deleteIdentity(db: GlobalDb, userId: UserId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_identity')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
