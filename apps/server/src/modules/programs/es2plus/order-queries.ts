import { createHash } from 'node:crypto'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { parseStored } from '@simwright/contract/profiles/configuration'
import type { Iccid } from '@simwright/ids'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { ConfigurationId, EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'

/** The enterprise account that has this ICCID, by its key. */
export async function selectOwner(db: TenantDb, iccid: Iccid): Promise<EnterpriseId | undefined> {
  const row = await db
    .selectFrom('iccid_directory')
    .select('enterprise_id')
    .where('iccid', '=', iccid)
    .where('released', '=', false)
    .executeTakeFirst()
  return row?.enterprise_id
}

/** A random profile of a configuration that is in stock, not locked. */
export async function selectAvailable(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  configurationId: ConfigurationId,
): Promise<ProfileId | undefined> {
  const { rows } = await sql<Row<'profile', 'id'>>`
    select id from (select id from profile where enterprise_id = ${enterpriseId} and configuration_id = ${configurationId}
        and status = 'AVAILABLE' and order_state = 'Available' and not removed limit 100) stock
    order by random() limit 1`.execute(db)
  return rows[0]?.id
}

/** The fields of a version; without one, of the newest version. */
export async function selectFields(
  db: TenantDb,
  enterpriseId: EnterpriseId,
  { configurationId, version }: { configurationId: ConfigurationId; version?: number },
): Promise<StoredFields> {
  const row = await db
    .selectFrom('profile_configuration_version')
    .select('fields')
    .where('enterprise_id', '=', enterpriseId)
    .where('configuration_id', '=', configurationId)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return parseStored(row.fields)
}

type CallKey = { enterpriseId: EnterpriseId; callerId: UserId; callId: string }
type CallContent = { name: string; input: Readonly<Record<string, unknown>> }

const hashOf = ({ input: { header: _, ...members } }: CallContent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest()

/** A stored call: whether it is the same call, and its answer. */
type StoredCall = { same: boolean; answer: unknown }

/**
 * Reserves the identifier of a call until the end of the transaction; waits for a transaction that has it.
 * @returns the call that was stored under it before
 */
export async function claimCall(
  db: TenantDb,
  { enterpriseId, callerId, callId }: CallKey,
  { at, ...content }: CallContent & { at: Date },
): Promise<StoredCall | undefined> {
  const hash = hashOf(content)
  const inserted = await sql`
    insert into es2plus_call (enterprise_id, caller_id, call_id, function, input_hash, at)
    values (${enterpriseId}, ${callerId}, ${callId}, ${content.name}, ${hash}, ${at})
    on conflict do nothing returning 1`.execute(db)
  if (inserted.rows.length > 0) return undefined
  const { rows } = await sql<StoredCall>`
    select function = ${content.name} and input_hash = ${hash} as same, answer from es2plus_call
    where enterprise_id = ${enterpriseId} and caller_id = ${callerId} and call_id = ${callId}`.execute(db)
  return rows[0]
}

/** Stores the answer of a call, as the newest call on its profile, whose row is locked. */
export async function recordAnswer(
  db: TenantDb,
  { enterpriseId, callerId, callId }: CallKey,
  { profileId, answer }: { profileId: string; answer: object },
): Promise<void> {
  await sql`
    update es2plus_call set profile_id = ${profileId}, answer = ${JSON.stringify(answer)}::jsonb, number = 1 + coalesce((
      select max(number) from es2plus_call where enterprise_id = ${enterpriseId} and profile_id = ${profileId}), 0)
    where enterprise_id = ${enterpriseId} and caller_id = ${callerId} and call_id = ${callId}`.execute(db)
}

/** The answer of the newest call on a profile, if it was the same call of the same caller. */
export async function selectRepeated(
  db: TenantDb,
  { enterpriseId, callerId }: Omit<CallKey, 'callId'>,
  { profileId, ...content }: CallContent & { profileId: string },
): Promise<unknown> {
  const { rows } = await sql<StoredCall>`
    select caller_id = ${callerId} and function = ${content.name} and input_hash = ${hashOf(content)} as same, answer
    from es2plus_call where enterprise_id = ${enterpriseId} and profile_id = ${profileId}
    order by number desc limit 1`.execute(db)
  return rows[0]?.same ? rows[0].answer : undefined
}
