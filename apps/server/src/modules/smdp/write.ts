import type { OrderState } from '@simwright/rsp'
import { sql } from 'kysely'
import type { TenantDb } from '../../db/database.ts'
import type { Write } from '../../db/write-together.ts'
import type { NamedDevice } from '../profiles/service.ts'
import type { Place } from './hold.ts'

export type OrderMove = {
  state?: OrderState | undefined
  eid?: string | null | undefined
  /** The eUICC's count in the notification that is applied. */
  lastSequence?: number | undefined
  attempts?: number | undefined
  confirmationFailures?: number | undefined
  /** The plan order that its download was taken from; null gives it back. */
  chargedTo?: string | null | undefined
  /** Its package goes out for the first time. */
  handedOut?: true | undefined
  /** The device that it goes to. */
  goesTo?: NamedDevice | undefined
}

/** Moves an order; undefined when nothing of it changes. */
export function orderWrite({ enterpriseId, id }: Place, move: OrderMove, at: Date): Write | undefined {
  const set: Write[] = []
  if (move.state !== undefined) set.push(sql`state = ${move.state}, state_at = ${at}`)
  if (move.eid)
    set.push(sql`eid = ${move.eid}, last_sequence = greatest(o.last_sequence, ${earlierSequence(move.eid)}),
      attempts = case when o.eid is null then ${attemptsOf(move.eid)} else o.attempts end`)
  else if (move.eid === null) set.push(sql`eid = null`)
  if (move.lastSequence !== undefined) set.push(sql`last_sequence = ${move.lastSequence}`)
  if (move.attempts !== undefined) set.push(sql`attempts = ${move.attempts}`)
  if (move.confirmationFailures !== undefined) set.push(sql`confirmation_failures = ${move.confirmationFailures}`)
  if (move.chargedTo !== undefined) set.push(sql`charged_to = ${move.chargedTo}::uuid`)
  if (move.handedOut) set.push(sql`handed_out_at = ${at}`)
  if (move.goesTo) {
    const { brand, model, release } = move.goesTo
    set.push(sql`device_brand = ${brand}, device_model = ${model}, device_release = ${release}`)
  }
  if (set.length === 0) return undefined
  return sql`update download_order o set ${sql.join(set)} where o.enterprise_id = ${enterpriseId} and o.id = ${id}`
}

/** What this eUICC said of the profile under earlier orders stays said: nobody can tell it again. */
const earlierSequence = (eid: string) => sql`
  (select max(e.last_sequence) from download_order e
   where e.enterprise_id = o.enterprise_id and e.profile_id = o.profile_id and e.eid = ${eid})`

/** A bound order goes on counting from the attempts of its device. */
const attemptsOf = (eid: string) => sql`
  coalesce((select t.attempts from order_attempt t
    where t.enterprise_id = o.enterprise_id and t.order_id = o.id and t.eid = ${eid}), 0)`

/** Counts an attempt of one device at an unbound order, whose code is locked. @returns which attempt of the device it is */
export async function countOrderAttempt(
  db: TenantDb,
  { enterpriseId, id }: Place,
  { eid, at }: { eid: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    insert into order_attempt as t (enterprise_id, order_id, eid, attempts, last_seen_at)
    values (${enterpriseId}, ${id}, ${eid}, 1, ${at})
    on conflict (enterprise_id, order_id, eid) do update set attempts = t.attempts + 1, last_seen_at = ${at}
    returning t.attempts`.execute(db)
  return rows[0]!.attempts
}

/** A re-download is a new order under the same code. */
export function nextOrderWrites(
  { enterpriseId, id }: Place,
  order: {
    number: number
    profileId: string
    activationCodeId: string
    eid: string | null
    lastSequence: number
    deviceTrust: string
    at: Date
  },
): Write[] {
  return [
    sql`
      insert into download_order (enterprise_id, id, profile_id, activation_code_id, number, eid, state, state_at,
        device_trust, last_sequence, created_at)
      values (${enterpriseId}, ${id}, ${order.profileId}, ${order.activationCodeId}, ${order.number}, ${order.eid},
        'Released', ${order.at}, ${order.deviceTrust}, ${order.lastSequence}, ${order.at})`,
    sql`
      update activation_code set orders = ${order.number}
      where enterprise_id = ${enterpriseId} and id = ${order.activationCodeId}`,
  ]
}

/** Nobody finds the order by its EID any more. */
export function unlinkWrite(eid: string, orderId: string): Write {
  return sql`delete from linked_order_directory where eid = ${eid} and order_id = ${orderId}`
}

export function keepPackageWrite({ enterpriseId, id }: Place, sealed: Buffer, at: Date): Write {
  return sql`
    insert into bound_package (enterprise_id, order_id, sealed, created_at)
    values (${enterpriseId}, ${id}, ${sealed}, ${at})
    on conflict (enterprise_id, order_id) do update set sealed = excluded.sealed, created_at = excluded.created_at`
}

export function dropPackageWrite({ enterpriseId, id }: Place): Write {
  return sql`delete from bound_package where enterprise_id = ${enterpriseId} and order_id = ${id}`
}

export type DeviceFacts = NamedDevice & { eid: string; tac: string | null; imei: string | null }

/** Remembers the device; what is known of it is not forgotten when it says less. */
export function deviceWrite(enterpriseId: string, device: DeviceFacts, at: Date): Write {
  return sql`
    insert into device as d (enterprise_id, eid, tac, imei, brand, model, release, first_seen_at, last_seen_at)
    values (${enterpriseId}, ${device.eid}, ${device.tac}, ${device.imei}, ${device.brand}, ${device.model}, ${device.release},
      ${at}, ${at})
    on conflict (enterprise_id, eid) do update set tac = coalesce(excluded.tac, d.tac),
      imei = coalesce(excluded.imei, d.imei), brand = coalesce(excluded.brand, d.brand),
      model = coalesce(excluded.model, d.model), release = coalesce(excluded.release, d.release),
      last_seen_at = excluded.last_seen_at`
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

/** The raw message, as evidence. */
export function messageWrite(enterpriseId: string, message: DeviceMessage): Write {
  const { transactionId } = message
  return sql`
    insert into device_message (enterprise_id, id, function, transaction_id, eid, address, outcome, raw, at)
    values (${enterpriseId}, ${message.id}, ${message.function}, ${transactionId ? Buffer.from(transactionId) : null},
      ${message.eid ?? null}, ${message.address}, ${message.outcome}, ${Buffer.from(message.raw.subarray(0, MAX_RAW_BYTES))},
      ${message.at})`
}

/**
 * Counts a confirmation code before it is compared, in a transaction of its own: whatever becomes of the call, the try
 * is counted. @returns the failures so far with this one; undefined when the order asks for no code, or not this device
 */
export async function countConfirmation(
  db: TenantDb,
  { enterpriseId, id }: Place,
  eid: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ confirmation_failures: number }>`
    update download_order o set confirmation_failures = o.confirmation_failures + 1
    from activation_code a
    where o.enterprise_id = ${enterpriseId} and o.id = ${id} and o.state in ('Released', 'Downloaded')
      and (o.eid is null or o.eid = ${eid}) and a.enterprise_id = o.enterprise_id and a.id = o.activation_code_id
      and a.sealed_confirmation is not null
    returning o.confirmation_failures`.execute(db)
  return rows[0]?.confirmation_failures
}

/** The lifetime of a code is over. */
export const codeExpiredWrite = ({ enterpriseId, id }: Place): Write => sql`
  update activation_code set state = 'EXPIRED' where enterprise_id = ${enterpriseId} and id = ${id} and state = 'LIVE'`
