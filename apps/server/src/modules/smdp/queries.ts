import type { OrderState } from '@simwright/rsp'
import { sql } from 'kysely'
import type { Db, TenantDb } from '../../db/database.ts'

/** Where an order or a profile of some enterprise lives. */
export type Place = { enterpriseId: string; id: string }

/** A code with its newest order, its profile and the configuration version that the profile is built from. */
export type CodeRecord = {
  activation_code_id: string
  code_state: 'LIVE' | 'DEAD'
  sealed_confirmation: Buffer | null
  max_attempts: number
  max_redownloads: number
  allow_device_change: boolean
  expires_at: Date | null
  order_id: string
  order_eid: string | null
  order_state: OrderState
  device_trust: 'test' | 'live'
  attempts: number
  confirmation_failures: number
  last_sequence: number
  orders: number
  profile_id: string
  iccid: string
  imsi: string
  msisdn: string | null
  profile_eid: string | null
  status: string
  device_brand: string | null
  downloads: number
  configuration_id: string
  configuration_version: number
}

/**
 * Locks the code, then its newest order, then its profile (the order of locks everywhere), and reads them.
 * A code that is locked first keeps two devices that race for it in a queue.
 */
export async function lockCode(
  db: TenantDb,
  enterpriseId: string,
  activationCodeId: string,
): Promise<CodeRecord | undefined> {
  const { rows } = await sql<CodeRecord>`
    with code as materialized (
      select * from activation_code where enterprise_id = ${enterpriseId} and id = ${activationCodeId} for update
    ), newest as materialized (
      select o.* from download_order o join code on o.enterprise_id = code.enterprise_id and o.activation_code_id = code.id
      order by o.created_at desc, o.id desc limit 1 for update of o
    )
    select code.id as activation_code_id, code.state as code_state, code.sealed_confirmation, code.max_attempts,
      code.max_redownloads, code.allow_device_change, code.expires_at,
      newest.id as order_id, newest.eid as order_eid, newest.state as order_state, newest.device_trust, newest.attempts,
      newest.confirmation_failures, newest.last_sequence,
      (select count(*) from download_order o where o.enterprise_id = code.enterprise_id and o.activation_code_id = code.id) as orders,
      p.id as profile_id, p.iccid, p.imsi, p.msisdn, p.eid as profile_eid, p.status, p.device_brand, p.downloads,
      p.configuration_id, p.configuration_version
    from code join newest on true
    join profile p on p.enterprise_id = code.enterprise_id and p.id = newest.profile_id
    for update of p`.execute(db)
  return rows[0]
}

/** The oldest order that waits for this EID, in whichever enterprise account. */
export async function selectLinkedOrder(db: Db['global'], eid: string): Promise<Place | undefined> {
  return await db
    .selectFrom('linked_order_directory')
    .select(['enterprise_id as enterpriseId', 'order_id as id'])
    .where('eid', '=', eid)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

export async function deleteLink(db: TenantDb, eid: string, orderId: string): Promise<void> {
  await db.deleteFrom('linked_order_directory').where('eid', '=', eid).where('order_id', '=', orderId).execute()
}

export async function selectProfilePlace(db: Db['global'], iccid: string): Promise<Place | undefined> {
  return await db
    .selectFrom('iccid_directory')
    .select(['enterprise_id as enterpriseId', 'profile_id as id'])
    .where('iccid', '=', iccid)
    .executeTakeFirst()
}

export async function selectCodeOfOrder(
  db: TenantDb,
  enterpriseId: string,
  orderId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('download_order')
    .select('activation_code_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', orderId)
    .executeTakeFirst()
  return row?.activation_code_id
}

export async function selectCodeOfProfile(
  db: TenantDb,
  enterpriseId: string,
  profileId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('profile')
    .select('activation_code_id')
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', profileId)
    .executeTakeFirst()
  return row?.activation_code_id
}

export type OrderMove = {
  state?: OrderState
  eid?: string | null
  lastSequence?: number
  at: Date
}

export async function updateOrder(
  db: TenantDb,
  { enterpriseId, id }: Place,
  { state, eid, lastSequence, at }: OrderMove,
): Promise<void> {
  await db
    .updateTable('download_order')
    .set({
      ...(state === undefined ? {} : { state, state_at: at }),
      ...(eid === undefined ? {} : { eid }),
      ...(lastSequence === undefined ? {} : { last_sequence: lastSequence }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Counts before anything is compared. @returns the attempt's number, from 1. */
export async function countAttempt(
  db: TenantDb,
  { enterpriseId, id }: Place,
  counter: 'attempts' | 'confirmation_failures',
): Promise<number> {
  const row = await db
    .updateTable('download_order')
    .set((eb) => ({ [counter]: eb(counter, '+', 1) }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning(counter)
    .executeTakeFirstOrThrow()
  return (row as Record<typeof counter, number>)[counter]
}

/** A right confirmation code is no failure. */
export async function clearConfirmationFailures(db: TenantDb, { enterpriseId, id }: Place): Promise<void> {
  await db
    .updateTable('download_order')
    .set({ confirmation_failures: 0 })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** A re-download is a new order under the same code. */
export async function insertNextOrder(
  db: TenantDb,
  enterpriseId: string,
  { id, code, eid, at }: { id: string; code: CodeRecord; eid: string | null; at: Date },
): Promise<void> {
  await db
    .insertInto('download_order')
    .values({
      enterprise_id: enterpriseId,
      id,
      profile_id: code.profile_id,
      activation_code_id: code.activation_code_id,
      eid,
      state: 'Released',
      state_at: at,
      device_trust: code.device_trust,
      created_at: at,
    })
    .execute()
}

export async function selectSealedKeys(db: TenantDb, enterpriseId: string, profileId: string): Promise<Buffer> {
  const row = await db
    .selectFrom('profile_key')
    .select('sealed')
    .where('enterprise_id', '=', enterpriseId)
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow()
  return row.sealed
}

export async function selectBoundPackage(db: TenantDb, { enterpriseId, id }: Place): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('bound_package')
    .select('sealed')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', id)
    .executeTakeFirst()
  return row?.sealed
}

export async function upsertBoundPackage(
  db: TenantDb,
  { enterpriseId, id }: Place,
  { sealed, at }: { sealed: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('bound_package')
    .values({ enterprise_id: enterpriseId, order_id: id, sealed, created_at: at })
    .onConflict((oc) => oc.columns(['enterprise_id', 'order_id']).doUpdateSet({ sealed, created_at: at }))
    .execute()
}

export async function deleteBoundPackage(db: TenantDb, { enterpriseId, id }: Place): Promise<void> {
  await db.deleteFrom('bound_package').where('enterprise_id', '=', enterpriseId).where('order_id', '=', id).execute()
}

export type DeviceFacts = { eid: string; tac: string | null; imei: string | null }

/** Remembers the device and answers its brand and model, as far as its TAC is known. */
export async function upsertDevice(
  db: TenantDb,
  enterpriseId: string,
  { device, tacs, at }: { device: DeviceFacts; tacs: readonly string[]; at: Date },
): Promise<{ brand: string | null; model: string | null }> {
  const { rows } = await sql<{ brand: string | null; model: string | null }>`
    with known as (
      select tac, brand, model from tac where tac in (${sql.join(tacs.length > 0 ? tacs : [''])})
      order by array_position(${tacs}::text[], tac) limit 1
    )
    insert into device as d (enterprise_id, eid, tac, imei, brand, model, first_seen_at, last_seen_at)
    select ${enterpriseId}, ${device.eid}, coalesce(known.tac, ${device.tac}), ${device.imei}, known.brand, known.model, ${at}, ${at}
    from (select 1) one left join known on true
    on conflict (enterprise_id, eid) do update set
      tac = excluded.tac, imei = coalesce(excluded.imei, d.imei), brand = coalesce(excluded.brand, d.brand),
      model = coalesce(excluded.model, d.model), last_seen_at = excluded.last_seen_at
    returning brand, model`.execute(db)
  return rows[0]!
}

export type DeviceMessage = {
  id: string
  function: string
  transactionId: Uint8Array | undefined
  eid: string | undefined
  address: string
  outcome: string
  raw: Uint8Array
  at: Date
}

const MAX_RAW_BYTES = 64 * 1024

export async function insertMessage(db: TenantDb, enterpriseId: string, message: DeviceMessage): Promise<void> {
  await db
    .insertInto('device_message')
    .values({
      enterprise_id: enterpriseId,
      id: message.id,
      function: message.function,
      transaction_id: message.transactionId ? Buffer.from(message.transactionId) : null,
      eid: message.eid ?? null,
      address: message.address,
      outcome: message.outcome,
      raw: Buffer.from(message.raw.subarray(0, MAX_RAW_BYTES)),
      at: message.at,
    })
    .execute()
}

export async function selectVersionFields(
  db: TenantDb,
  enterpriseId: string,
  { configurationId, version }: { configurationId: string; version: number },
): Promise<unknown> {
  const row = await db
    .selectFrom('profile_configuration_version')
    .select('fields')
    .where('enterprise_id', '=', enterpriseId)
    .where('configuration_id', '=', configurationId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return row.fields
}
