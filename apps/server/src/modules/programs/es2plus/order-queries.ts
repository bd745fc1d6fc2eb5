import { createHash } from 'node:crypto'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { parseStored } from '@simwright/contract/profiles/configuration'
import type { Iccid } from '@simwright/ids'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'

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

const availableStatement = statement(
  'select profile in stock',
  ({ enterpriseId, configurationId }: { enterpriseId: EnterpriseId; configurationId: ConfigurationId }) => sql`
    select id from (select id from profile where enterprise_id = ${enterpriseId} and configuration_id = ${configurationId}
        and status = 'AVAILABLE' and order_state = 'Available' and not removed limit 100) stock
    order by random() limit 1`,
  { planned: 'per call' },
)

/** A random profile of a configuration that is in stock, not locked. */
export async function selectAvailable(db: TenantDb, configurationId: ConfigurationId): Promise<ProfileId | undefined> {
  return (await availableStatement(db, { enterpriseId: db.enterpriseId, configurationId }))[0]?.id
}

/** The fields of a version; without one, of the newest version. */
export async function selectFields(
  db: TenantDb,
  { configurationId, version }: { configurationId: ConfigurationId; version?: number },
): Promise<StoredFields> {
  const row = await db
    .selectFrom('profile_configuration_version')
    .select('fields')
    .where('enterprise_id', '=', db.enterpriseId)
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
type StoredCall = RowOf<'select stored ES2+ call'>

const claimStatement = statement(
  'claim ES2+ call',
  ({ enterpriseId, callerId, callId, name, hash, at }: CallKey & { name: string; hash: Buffer; at: Date }) => sql`
    insert into es2plus_call (enterprise_id, caller_id, call_id, function, input_hash, at)
    values (${enterpriseId}, ${callerId}, ${callId}, ${name}, ${hash}, ${at})
    on conflict do nothing returning call_id`,
)

const storedStatement = statement(
  'select stored ES2+ call',
  ({ enterpriseId, callerId, callId, name, hash }: CallKey & { name: string; hash: Buffer }) => sql`
    select function = ${name} and input_hash = ${hash} as same, answer from es2plus_call
    where enterprise_id = ${enterpriseId} and caller_id = ${callerId} and call_id = ${callId}`,
  { present: ['same'] },
)

/**
 * Reserves the identifier of a call until the end of the transaction; waits for a transaction that has it.
 * @returns the call that was stored under it before
 */
export async function claimCall(
  db: TenantDb,
  key: CallKey,
  { at, ...content }: CallContent & { at: Date },
): Promise<StoredCall | undefined> {
  const call = { ...key, name: content.name, hash: hashOf(content) }
  const inserted = await claimStatement(db, { ...call, at })
  if (inserted.length > 0) return undefined
  return (await storedStatement(db, call))[0]
}

const recordAnswerStatement = statement(
  'record answer of ES2+ call',
  ({ profileId, answer, enterpriseId, callerId, callId }: CallKey & { profileId: string; answer: string }) => sql`
    update es2plus_call set profile_id = ${profileId}, answer = ${answer}::jsonb, number = 1 + coalesce((
      select max(number) from es2plus_call where enterprise_id = ${enterpriseId} and profile_id = ${profileId}), 0)
    where enterprise_id = ${enterpriseId} and caller_id = ${callerId} and call_id = ${callId}`,
)

/** Stores the answer of a call, as the newest call on its profile, whose row is locked. */
export async function recordAnswer(
  db: TenantDb,
  { callerId, callId }: CallKey,
  { profileId, answer }: { profileId: string; answer: object },
): Promise<void> {
  await recordAnswerStatement(db, {
    profileId,
    answer: JSON.stringify(answer),
    enterpriseId: db.enterpriseId,
    callerId,
    callId,
  })
}

type RepeatedCall = Omit<CallKey, 'callId'> & { profileId: string; name: string; hash: Buffer }

const repeatedStatement = statement(
  'select newest ES2+ call of profile',
  ({ enterpriseId, callerId, profileId, name, hash }: RepeatedCall) => sql`
    select caller_id = ${callerId} and function = ${name} and input_hash = ${hash} as same, answer
    from es2plus_call where enterprise_id = ${enterpriseId} and profile_id = ${profileId}
    order by number desc limit 1`,
)

/** The answer of the newest call on a profile, if it was the same call of the same caller. */
export async function selectRepeated(
  db: TenantDb,
  { callerId }: Omit<CallKey, 'callId'>,
  { profileId, ...content }: CallContent & { profileId: string },
): Promise<unknown> {
  const call = { enterpriseId: db.enterpriseId, callerId, profileId, name: content.name, hash: hashOf(content) }
  const [newest] = await repeatedStatement(db, call)
  return newest?.same ? newest.answer : undefined
}
