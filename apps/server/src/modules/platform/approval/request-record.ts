import type { ApprovalState } from '@simwright/contract/platform/approval'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ProfileId, UserId } from '../../../db/row-id.ts'

/** An approved request whose work is being done in this transaction. */
export type Approved = { id: string; objects: number; sha256: Buffer | null; decidedBy: UserId }

type Use = { personId: UserId; operation: string; day: string; amount: number; limit: number }

/** Counts what a person does without approval. @returns false, and counts nothing, if the limit of the day is too small */
export async function addUse(db: TenantDb, { personId, operation, day, amount, limit }: Use): Promise<boolean> {
  if (amount > limit) return false
  const row = await db
    .insertInto('approval_use')
    .values({ enterprise_id: db.enterpriseId, person_id: personId, operation, day: sql`${day}::date`, amount })
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'person_id', 'operation', 'day'])
        .doUpdateSet({ amount: sql`approval_use.amount + ${amount}` })
        .where(sql`approval_use.amount + ${amount}`, '<=', sql.lit(limit)),
    )
    .returning('amount')
    .executeTakeFirst()
  return row !== undefined
}

/** The person whose request it would be: the user, or who created the program. */
export async function selectPerson(db: TenantDb, userId: UserId): Promise<UserId> {
  const { enterpriseId } = db
  const row = await db
    .selectFrom('open_api_credential')
    .select('created_by')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', userId)
    .unionAll(
      db
        .selectFrom('es2plus_operator')
        .select('created_by')
        .where('enterprise_id', '=', enterpriseId)
        .where('id', '=', userId),
    )
    .executeTakeFirst()
  return (row?.created_by as UserId | undefined) ?? userId
}

/** Takes an approved request whose time has come, in the transaction that does its work. */
export async function takeApproved(
  db: TenantDb,
  { fingerprint, at }: { fingerprint: Buffer; at: Date },
): Promise<Approved | undefined> {
  const row = await db
    .updateTable('approval_request')
    .set({ state: 'DONE', ended_at: at, version: sql`version + 1`, sealed_input: null })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'APPROVED')
    .where('starts_at', '<=', at)
    .where('expires_at', '>', at)
    .returning(['id', 'objects', 'objects_sha256 as sha256', 'decided_by as decidedBy'])
    .executeTakeFirst()
  return row as Approved | undefined
}

export type NewRequest = {
  id: string
  operation: string
  sentence: string
  amount: number
  mode: 'AUTO' | 'REPEAT'
  fingerprint: Buffer
  callPath: string | null
  sealedInput: Buffer | null
  timeZone: string
  requesterId: UserId
  requesterKey: string | null
  ruleId: string | null
  personId: UserId
  at: Date
  expiresAt: Date
}

/** @returns false if the same is asked for already */
export async function insertRequest(db: TenantDb, request: NewRequest): Promise<boolean> {
  const row = await db
    .insertInto('approval_request')
    .values({
      enterprise_id: db.enterpriseId,
      id: request.id,
      operation: request.operation,
      sentence: request.sentence,
      amount: request.amount,
      state: 'PENDING',
      mode: request.mode,
      fingerprint: request.fingerprint,
      call_path: request.callPath,
      sealed_input: request.sealedInput,
      time_zone: request.timeZone,
      requester_id: request.requesterId,
      requester_key: request.requesterKey,
      rule_id: request.ruleId,
      person_id: request.personId,
      requested_at: request.at,
      expires_at: request.expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['enterprise_id', 'fingerprint'])
        .where('state', 'in', [sql.lit('PENDING'), sql.lit('APPROVED')] as never)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type OpenRequest = { id: string; state: ApprovalState; startsAt: Date | null; expiresAt: Date }

export async function selectOpen(db: TenantDb, fingerprint: Buffer): Promise<OpenRequest | undefined> {
  const row = await db
    .selectFrom('approval_request')
    .select(['id', 'state', 'starts_at as startsAt', 'expires_at as expiresAt'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('fingerprint', '=', fingerprint)
    .where('state', 'in', ['PENDING', 'APPROVED'])
    .executeTakeFirst()
  return row as OpenRequest | undefined
}

export async function updateObjects(
  db: TenantDb,
  id: string,
  { objects, sha256 }: { objects: number; sha256: Buffer },
): Promise<void> {
  await db
    .updateTable('approval_request')
    .set({ objects, objects_sha256: sha256 })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export type FrozenObject = { line: number; profileId: ProfileId; iccid: string; mark: string }

export async function insertObjects(db: TenantDb, requestId: string, rows: readonly FrozenObject[]): Promise<void> {
  const of = { enterprise_id: db.enterpriseId, request_id: requestId }
  const values = rows.map(({ line, profileId, iccid, mark }) => ({ ...of, line, profile_id: profileId, iccid, mark }))
  await db.insertInto('approval_object').values(values).execute()
}

export async function selectObjects(
  db: TenantDb,
  requestId: string,
  { afterLine, limit }: { afterLine: number; limit: number },
): Promise<FrozenObject[]> {
  const rows = await db
    .selectFrom('approval_object')
    .select(['line', 'profile_id as profileId', 'iccid', 'mark'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('request_id', '=', requestId)
    .where('line', '>', afterLine)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows as FrozenObject[]
}
