import type { AuthenticatedSession, OpenedSession } from '@simwright/rsp'
import type { Selectable } from 'kysely'
import type { Db, TenantDb } from '../../db/database.ts'
import type { GlobalTables } from '../../db/tables.gen.ts'

/** Steps of a session end after this long; its row stays, because installation results come late. */
export const SESSION_LIFE_MS = 10 * 60 * 1000

export type SessionRow = Selectable<GlobalTables['rsp_session']>
export type SessionState = 'INITIATED' | 'AUTHENTICATED' | 'DELIVERED' | 'ENDED'

export async function insertSession(
  db: Db['global'],
  session: OpenedSession & { euiccChallenge: Uint8Array; address: string; at: Date },
): Promise<void> {
  await db
    .insertInto('rsp_session')
    .values({
      transaction_id: Buffer.from(session.transactionId),
      state: 'INITIATED',
      server_address: session.serverAddress,
      euicc_challenge: Buffer.from(session.euiccChallenge),
      server_challenge: Buffer.from(session.serverChallenge),
      ci_key_id: Buffer.from(session.ciKeyId),
      server_ci_key_id: Buffer.from(session.serverCiKeyId),
      address: session.address,
      created_at: session.at,
      expires_at: session.endsAt,
    })
    .execute()
}

export async function selectSession(db: Db['global'], transactionId: Uint8Array): Promise<SessionRow | undefined> {
  return await db
    .selectFrom('rsp_session')
    .selectAll()
    .where('transaction_id', '=', Buffer.from(transactionId))
    .executeTakeFirst()
}

/** The session, and where the code that the device asks for lives: one read for both. */
export async function selectSessionAndCode(
  db: Db['global'],
  { transactionId, matchingId }: { transactionId: Uint8Array; matchingId: string },
): Promise<(SessionRow & { code_enterprise_id: string | null; activation_code_id: string | null }) | undefined> {
  return await db
    .selectFrom('rsp_session as s')
    .leftJoin('activation_code_directory as d', (join) => join.on('d.matching_id', '=', matchingId))
    .selectAll('s')
    .select(['d.enterprise_id as code_enterprise_id', 'd.activation_code_id'])
    .where('s.transaction_id', '=', Buffer.from(transactionId))
    .executeTakeFirst()
}

/**
 * Takes a session from one state to the next. A step is taken once: who comes second finds another state.
 * @returns whether this call took the step.
 */
export async function moveSession(
  db: Db['global'] | TenantDb,
  { transactionId, from, to }: { transactionId: Uint8Array; from: SessionState; to: SessionState },
  facts: Partial<Omit<SessionRow, 'transaction_id' | 'state'>> = {},
): Promise<boolean> {
  const moved = await (db as TenantDb)
    .updateTable('rsp_session')
    .set({ ...facts, state: to })
    .where('transaction_id', '=', Buffer.from(transactionId))
    .where('state', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

export function openedSession(row: SessionRow | undefined): OpenedSession | undefined {
  if (row?.state !== 'INITIATED') return undefined
  return {
    transactionId: row.transaction_id,
    serverChallenge: row.server_challenge,
    serverAddress: row.server_address,
    ciKeyId: row.ci_key_id,
    serverCiKeyId: row.server_ci_key_id,
    endsAt: row.expires_at,
  }
}

/** A session whose eUICC is known, at one of the given states. */
export function authenticatedSession(
  row: SessionRow | undefined,
  states: readonly SessionState[],
): AuthenticatedSession | undefined {
  if (!row?.euicc_public_key || !states.includes(row.state as SessionState)) return undefined
  return {
    transactionId: row.transaction_id,
    endsAt: row.expires_at,
    euiccPublicKeyInfo: row.euicc_public_key,
    smdpSignature2: row.smdp_signature2 ?? undefined,
  }
}
