import type { PhoneAction, PhoneMessageKind } from '@simwright/contract/provisioning/virtual-phone'
import { type Selectable, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'
import { notify } from '../../../db/transaction.ts'
import type { CardAnswer, PhoneOutput, SentMessage } from './phone-task.ts'

/** Notified with the enterprise id at each change of a virtual phone. */
export const PHONE_CHANNEL = 'virtual_phone'

/** What the phone shows, and what stays in the network: the number of challenges that the card has got. */
export type Screen = {
  profile?: PhoneOutput['profile']
  card?: (Pick<CardAnswer, 'imsi' | 'provider'> & { isAuthenticated: boolean | null }) | null
  challenges?: number
  /** What the phone did, for the event at the end. */
  steps?: string[]
  /** The call of ES9+ that waits for the next step, and how many were let through. */
  waitsBefore?: string | null
  allowed?: number
}

export type PhoneRecord = Omit<Selectable<TenantTables['virtual_phone']>, 'action' | 'screen'> & {
  action: PhoneAction | null
  screen: Screen
}

export type MessageRecord = { number: number; kind: PhoneMessageKind; facts: SentMessage['facts']; at: Date }

export async function selectPhone(db: TenantDb): Promise<PhoneRecord | undefined> {
  const row = await db
    .selectFrom('virtual_phone')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
  return row as PhoneRecord | undefined
}

export async function lockPhone(db: TenantDb): Promise<PhoneRecord | undefined> {
  const row = await db
    .selectFrom('virtual_phone')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .forUpdate()
    .executeTakeFirst()
  return row as PhoneRecord | undefined
}

type NewPhone = {
  id: string
  profileId: ProfileId
  eid: string
  sealed: Buffer
  userId: UserId
  at: Date
  endsAt: Date
}

/** @returns false when the enterprise account has one already */
export async function insertPhone(db: TenantDb, phone: NewPhone): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('virtual_phone')
    .values({
      enterprise_id: db.enterpriseId,
      id: phone.id,
      profile_id: phone.profileId,
      eid: phone.eid,
      sealed_euicc: phone.sealed,
      created_by: phone.userId,
      created_at: phone.at,
      ends_at: phone.endsAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type PhoneChanges = Partial<{
  action: PhoneAction | null
  running_until: Date | null
  sealed_euicc: Buffer
  screen: Screen
}>

/** @returns false when the phone is closed */
export async function updatePhone(
  db: TenantDb,
  { id }: { id: string },
  { screen, ...changes }: PhoneChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('virtual_phone')
    .set({ ...changes, ...(screen ? { screen: JSON.stringify(screen) } : {}) })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  await notifyOfPhone(db)
  return numUpdatedRows === 1n
}

export async function deletePhone(db: TenantDb): Promise<void> {
  await db.deleteFrom('virtual_phone').where('enterprise_id', '=', db.enterpriseId).execute()
  await notifyOfPhone(db)
}

const notifyOfPhone = (db: TenantDb) => notify(db, PHONE_CHANNEL, db.enterpriseId)

/** Messages of a phone that are retained. */
const MESSAGES_MAX = 200

type MessageValues = { enterpriseId: EnterpriseId; id: string; kind: string; facts: string; at: Date }

const insertMessageStatement = statement(
  'insert message of virtual phone',
  ({ enterpriseId, id, kind, facts, at }: MessageValues) => sql`
    insert into virtual_phone_message (enterprise_id, number, kind, facts, at)
    select enterprise_id, coalesce((select max(number) from virtual_phone_message m
      where m.enterprise_id = p.enterprise_id), 0) + 1, ${kind}, ${facts}::jsonb, ${at}
    from virtual_phone p where enterprise_id = ${enterpriseId} and id = ${id}`,
)

const deleteMessagesStatement = statement(
  'delete old messages of virtual phone',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    delete from virtual_phone_message where enterprise_id = ${enterpriseId}
      and number <= (select max(number) from virtual_phone_message where enterprise_id = ${enterpriseId}) - ${MESSAGES_MAX}`,
)

export async function insertMessage(
  db: TenantDb,
  { id }: { id: string },
  { kind, facts, at }: SentMessage & { at: Date },
): Promise<void> {
  const { enterpriseId } = db
  await insertMessageStatement(db, { enterpriseId, id, kind, facts: JSON.stringify(facts), at })
  await deleteMessagesStatement(db, { enterpriseId })
  await notifyOfPhone(db)
}

export async function selectMessages(db: TenantDb): Promise<MessageRecord[]> {
  const rows = await db
    .selectFrom('virtual_phone_message')
    .select(['number', 'kind', 'facts', 'at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .orderBy('number')
    .execute()
  return rows as MessageRecord[]
}

const countTryStatement = statement(
  'count try of virtual phone',
  ({ enterpriseId, at, max }: { enterpriseId: EnterpriseId; at: Date; max: number }) => sql`
    insert into virtual_phone_day as d (enterprise_id, day, tries)
    values (${enterpriseId}, (${at}::timestamptz at time zone 'UTC')::date, 1)
    on conflict (enterprise_id, day) do update set tries = d.tries + 1 where d.tries < ${max} returning tries`,
)

/** Counts a try. @returns false when the day has none left */
export async function countTry(db: TenantDb, { at, max }: { at: Date; max: number }): Promise<boolean> {
  const rows = await countTryStatement(db, { enterpriseId: db.enterpriseId, at, max })
  return rows.length === 1
}

const triesStatement = statement(
  'select tries of virtual phone',
  ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }) => sql`
    select tries from virtual_phone_day
    where enterprise_id = ${enterpriseId} and day = (${at}::timestamptz at time zone 'UTC')::date`,
)

export async function selectTries(db: TenantDb, at: Date): Promise<number> {
  return (await triesStatement(db, { enterpriseId: db.enterpriseId, at }))[0]?.tries ?? 0
}

export type TriedProfile = {
  iccid: string
  matching_id: string
  issuer: 'NIST' | 'BRP' | null
  needs_code: boolean
  configuration_id: string
  configuration_version: number
  fields: unknown
  sealed_keys: Buffer | null
}

const triedProfileStatement = statement(
  'select profile of virtual phone',
  ({ enterpriseId, profileId }: { enterpriseId: EnterpriseId; profileId: ProfileId }) => sql`
    select p.iccid, a.matching_id, a.issuer, a.sealed_confirmation is not null as needs_code, p.configuration_id,
      p.configuration_version, v.fields, k.sealed as sealed_keys
    from profile p
    join activation_code a on a.enterprise_id = p.enterprise_id and a.id = p.activation_code_id
    join profile_configuration_version v on v.enterprise_id = p.enterprise_id
      and v.configuration_id = p.configuration_id and v.version = p.configuration_version
    left join profile_key k on k.enterprise_id = p.enterprise_id and k.profile_id = p.id
    where p.enterprise_id = ${enterpriseId} and p.id = ${profileId}`,
  { present: ['needs_code'] },
)

/** What the phone needs of the tried profile. */
export async function selectTriedProfile(db: TenantDb, profileId: ProfileId): Promise<TriedProfile | undefined> {
  return (await triedProfileStatement(db, { enterpriseId: db.enterpriseId, profileId }))[0]
}

/** The enterprise accounts whose phone's time is over. Requires access to all enterprises. */
export async function selectLapsed(system: SystemDb, at: Date, limit: number): Promise<EnterpriseId[]> {
  const rows = await system
    .selectFrom('virtual_phone')
    .select('enterprise_id')
    .where('ends_at', '<=', at)
    .limit(limit)
    .execute()
  return rows.map((row) => row.enterprise_id)
}

/** Whether {@link selectLapsed} finds a phone. */
export const phonesDue = (at: Date) => condition`(select min(ends_at) from virtual_phone) <= ${at}`
