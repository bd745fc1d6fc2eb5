import type { ProfileStatus } from '@simwright/contract/fleet'
import { nextOrderState, type OrderEvent, type OrderState, RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../db/database.ts'
import { type ProfileChange, recordChange } from '../profiles/service.ts'
import { type CodeRecord, deleteBoundPackage, updateOrder } from './queries.ts'
import type { Smdp } from './smdp.ts'

/** Who spoke to the SM-DP+, and when. */
export type Speaker = {
  eid: string | undefined
  device: { brand: string | null; model: string | null } | undefined
  address: string
  at: Date
  messageId: string | undefined
}

/** A code that is locked in the running transaction, and what has become of it so far. */
export type Held = { enterpriseId: string; code: CodeRecord }

export type Move = {
  type: ProfileChange['type']
  detail: string
  /** What happens to the order, when anything does; the state table decides what becomes of it. */
  orderEvent?: OrderEvent
  status?: ProfileStatus
  eid?: string | null
  lastSequence?: number
  refusal?: RspRefusal
}

/** Moves the order and the profile, and writes the event. The held code shows the new state afterwards. */
export async function record(
  smdp: Pick<Smdp, 'random'>,
  db: TenantDb,
  { held, speaker, move }: { held: Held; speaker: Speaker; move: Move },
): Promise<void> {
  const { enterpriseId, code } = held
  const next = move.orderEvent && nextOrderState(code.order_state as OrderState, move.orderEvent)
  if (next !== undefined || move.eid !== undefined || move.lastSequence !== undefined) {
    const order = { enterpriseId, id: code.order_id }
    await updateOrder(db, order, { state: next, eid: move.eid, lastSequence: move.lastSequence, at: speaker.at })
  }
  const change: ProfileChange = {
    profile: {
      id: code.profile_id,
      status: code.status as ProfileStatus,
      deviceBrand: code.device_brand,
      downloads: code.downloads,
    },
    type: move.type,
    at: speaker.at,
    actor: speaker.eid === undefined ? { kind: 'system' } : { kind: 'device' },
    detail: move.detail,
    status: move.status,
    orderState: next,
    eid: move.eid,
    deviceEid: speaker.eid,
    device: speaker.device,
    address: speaker.address,
    refusal: move.refusal,
    messageId: speaker.messageId,
  }
  await recordChange(db, enterpriseId, { change, newId: () => smdp.random.uuid() })
  if (next !== undefined) code.order_state = next
  if (move.status !== undefined) code.status = move.status
  if (speaker.device?.brand) code.device_brand = speaker.device.brand
  if (move.type === 'DOWNLOADED') code.downloads += 1
}

/** Refusals that end the order, with what they mean for it and its profile. */
const ends: Partial<Record<RspRefusal['refusal'], { orderEvent: OrderEvent; status: ProfileStatus }>> = {
  order_expired: { orderEvent: 'expired', status: 'EXPIRED' },
  attempts_exceeded: { orderEvent: 'attemptsExceeded', status: 'ERROR' },
  confirmation_code_exceeded: { orderEvent: 'confirmationCodeExceeded', status: 'ERROR' },
}

/** What the device was refused, in words for the profile's timeline. */
export async function recordRefusal(
  smdp: Pick<Smdp, 'random'>,
  db: TenantDb,
  { held, speaker, refusal }: { held: Held; speaker: Speaker; refusal: RspRefusal },
): Promise<void> {
  const end = ends[refusal.refusal]
  const moves = end !== undefined && nextOrderState(held.code.order_state as OrderState, end.orderEvent) !== undefined
  await record(smdp, db, {
    held,
    speaker,
    move: {
      type: 'REFUSED',
      detail: refusal.message,
      refusal,
      ...(moves ? end : {}),
    },
  })
  if (moves) await deleteBoundPackage(db, { enterpriseId: held.enterpriseId, id: held.code.order_id })
}

/** Runs checks that may refuse; a refusal becomes a value, so that what was counted before it is committed. */
export async function attempt<T>(checks: () => Promise<T>): Promise<{ done: T } | { refusal: RspRefusal }> {
  try {
    return { done: await checks() }
  } catch (error) {
    if (!(error instanceof RspRefusal)) throw error
    return { refusal: error }
  }
}

export const outcomeText = (refusal: RspRefusal | undefined) =>
  refusal ? `${refusal.subjectCode}/${refusal.reasonCode}` : 'Executed-Success'
