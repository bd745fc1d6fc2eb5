import { type Kysely, sql } from 'kysely'
import type { UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { GlobalTables } from '../../../db/tables.gen.ts'

type GlobalDb = Kysely<GlobalTables>

export type TotpRecord = { sealed_secret: Buffer; last_step: number; confirmed_at: Date | null }

export async function selectTotp(db: GlobalDb, userId: UserId): Promise<TotpRecord | undefined> {
  return await db
    .selectFrom('totp_factor')
    .select(['sealed_secret', 'last_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores a new secret that is to be confirmed. @returns false when one is already confirmed */
export async function upsertTotp(
  db: GlobalDb,
  { userId, sealedSecret, at }: { userId: UserId; sealedSecret: Uint8Array; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('totp_factor')
    .values({ user_id: userId, sealed_secret: sealedSecret, last_step: 0, created_at: at, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: Buffer.from(sealedSecret), last_step: 0, created_at: at })
        .where('totp_factor.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Confirms the app with its first code. @returns false when it was already confirmed */
export async function updateTotpConfirmed(
  db: GlobalDb,
  userId: UserId,
  { step, at }: { step: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ confirmed_at: at, last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the code of a time step as used. @returns false when it, or a later one, was already used */
export async function updateTotpStep(db: GlobalDb, userId: UserId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTotp(db: GlobalDb, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('totp_factor')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const secondFactorStatement = statement(
  'has second factor',
  ({ userId }: { userId: UserId }) => sql`
    select exists (select from totp_factor where user_id = ${userId} and confirmed_at is not null)
      or exists (select from passkey where user_id = ${userId}) as has`,
  { present: ['has'] },
)

/** Whether the user has a confirmed authenticator app or a passkey. */
export async function hasSecondFactor(db: GlobalDb, userId: UserId): Promise<boolean> {
  return (await secondFactorStatement(db, { userId }))[0]!.has
}

export async function deleteRecoveryCodes(db: GlobalDb, userId: UserId): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

export async function countRecoveryCodes(db: GlobalDb, userId: UserId): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

export async function replaceRecoveryCodes(
  db: GlobalDb,
  userId: UserId,
  { hashes, at }: { hashes: readonly Uint8Array[]; at: Date },
): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: at, used_at: null })))
    .execute()
}

/** Marks the code as used. @returns false when it is unknown or was already used */
export async function updateRecoveryUsed(db: GlobalDb, userId: UserId, hash: Uint8Array, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: at })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash as Buffer)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type PasskeyRecord = {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: unknown
  name: string
  synced: boolean
  created_at: Date
  last_used_at: Date | null
}

export async function selectPasskeys(db: GlobalDb, userId: UserId): Promise<PasskeyRecord[]> {
  return await db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function selectPasskey(db: GlobalDb, credentialId: string): Promise<PasskeyRecord | undefined> {
  return await db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** @returns false when this passkey is already registered, by any user */
export async function insertPasskey(
  db: GlobalDb,
  passkey: Omit<PasskeyRecord, 'transports' | 'last_used_at' | 'public_key'> & {
    public_key: Uint8Array
    transports: string
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({ ...passkey, last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Stores the new signature counter. @returns false when a parallel sign-in has changed it */
export async function updatePasskeyUsed(
  db: GlobalDb,
  { id, counter }: PasskeyRecord,
  used: { counter: number; synced: boolean; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: used.counter, synced: used.synced, last_used_at: used.at })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updatePasskeyName(db: GlobalDb, userId: UserId, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePasskey(db: GlobalDb, userId: UserId, id: string): Promise<{ name: string } | undefined> {
  return await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst()
}

export type StepPurpose = 'CODE' | 'PASSKEY' | 'PASSKEY_ADD' | 'STEP_UP'

export type StepRecord = { user_id: string | null; challenge: string | null }

export async function insertStep(
  db: GlobalDb,
  step: {
    ticket_hash: Uint8Array
    user_id: string | null
    purpose: StepPurpose
    challenge: string | null
    created_at: Date
    expires_at: Date
  },
): Promise<void> {
  await db.insertInto('sign_in_step').values(step).execute()
}

type StepKey = { ticketHash: Uint8Array; purpose: StepPurpose; now: Date }

export async function selectStep(db: GlobalDb, { ticketHash, purpose, now }: StepKey): Promise<StepRecord | undefined> {
  return await db
    .selectFrom('sign_in_step')
    .select(['user_id', 'challenge'])
    .where('ticket_hash', '=', ticketHash as Buffer)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Deletes the step and returns it: of several calls with the same ticket only one gets it. */
export async function deleteStep(db: GlobalDb, { ticketHash, purpose, now }: StepKey): Promise<StepRecord | undefined> {
  return await db
    .deleteFrom('sign_in_step')
    .where('ticket_hash', '=', ticketHash as Buffer)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id', 'challenge'])
    .executeTakeFirst()
}
