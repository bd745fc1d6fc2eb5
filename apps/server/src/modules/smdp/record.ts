import type { ProfileStatus } from '@simwright/contract/fleet'
import { nextOrderState, type OrderEvent, type OrderState, RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../db/database.ts'
import { type Write, writeTogether } from '../../db/write-together.ts'
import { creditWrite, installedWrite } from '../plans/service.ts'
import { changeWrites, type NamedDevice, type ProfileChange } from '../profiles/service.ts'
import { type PushMove, pushWrites } from '../pushes/service.ts'
import { notifyOfBuildFailure } from './build-failure.ts'
import type { CodeRecord } from './hold.ts'
import type { Smdp } from './smdp.ts'
import { dropPackageWrite, type OrderMove, orderWrite, unlinkWrite } from './write.ts'

/** Who spoke to the SM-DP+, and when. */
export type Speaker = {
  eid: string | undefined
  device: NamedDevice | undefined
  address: string | undefined
  at: Date
  messageId: string | undefined
}

/** A code that is locked in the running transaction, and what has become of it so far. */
export type Held = { enterpriseId: string; code: CodeRecord }

export type Move = Pick<OrderMove, 'lastSequence' | 'attempts' | 'confirmationFailures' | 'chargedTo' | 'handedOut'> & {
  type: ProfileChange['type']
  detail: string
  /** What happens to the order, when anything does; the state table decides what becomes of it. */
  orderEvent?: OrderEvent
  status?: ProfileStatus
  /** Binds the order to the eUICC. */
  eid?: string
  refusal?: RspRefusal
}

export type Recording = {
  held: Held
  speaker: Speaker
  move: Move
  /** What else is written in the same statement. */
  also?: readonly Write[]
  /** A step of a session, which only one call can take. */
  step?: Write
}

/**
 * Moves the order and the profile, and writes the event and what goes with it. The held code shows the new state afterwards.
 * @throws RspRefusal transaction_unknown when another call has taken the step
 */
export async function record(
  smdp: Pick<Smdp, 'random'>,
  db: TenantDb,
  { held, speaker, move, also = [], step }: Recording,
): Promise<void> {
  const { enterpriseId, code } = held
  const next = move.orderEvent && nextOrderState(code.order_state, move.orderEvent)
  const change = changeOf({ held, speaker, move, next })
  const writes = [
    ...also,
    ...orderWrites({ held, move, next, speaker }),
    ...pushMoves({ held, speaker, move, next }),
    ...changeWrites(enterpriseId, { change, newId: () => smdp.random.uuid() }),
  ]
  const taken = await writeTogether(db, writes, step)
  if (step && taken === 0) throw new RspRefusal('transaction_unknown', { detail: 'this step was taken before' })
  if (next !== undefined) code.order_state = next
  if (move.status !== undefined) code.status = move.status
  if (move.type !== 'DOWNLOADED') return
  code.downloads += 1
  if (speaker.device) code.device_brand = speaker.device.brand
}

type Moving = { held: Held; speaker: Speaker; move: Move; next: OrderState | undefined }

function changeOf({ held: { code }, speaker, move, next }: Moving): ProfileChange {
  return {
    profile: profileOf(code),
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
}

export function profileOf(code: CodeRecord): ProfileChange['profile'] {
  return {
    id: code.profile_id,
    status: code.status as ProfileStatus,
    deviceBrand: code.device_brand,
    downloads: code.downloads,
  }
}

const DOWNLOADABLE: readonly OrderState[] = ['Released', 'Downloaded']

/** An order that ends takes along what was kept for a retry, and is found by its EID no more. */
function orderWrites({ held, move, next, speaker: { at, device } }: Moving): Write[] {
  const { enterpriseId, code } = held
  const order = { enterpriseId, id: code.order_id }
  const { eid, lastSequence, attempts, confirmationFailures, handedOut } = move
  const count = next && countOf({ held, move })
  const chargedTo = count?.is === 'credit' ? null : move.chargedTo
  const goesTo = handedOut ? device : undefined
  const change = { state: next, eid, lastSequence, attempts, confirmationFailures, chargedTo, handedOut, goesTo }
  const writes: Write[] = count ? [count.write] : []
  const moved = orderWrite(order, change, at)
  if (moved) writes.push(moved)
  if (next === undefined || DOWNLOADABLE.includes(next)) return writes
  if (code.order_state === 'Downloaded') writes.push(dropPackageWrite(order))
  if (code.order_eid !== null && DOWNLOADABLE.includes(code.order_state)) {
    writes.push(unlinkWrite(code.order_eid, code.order_id))
  }
  return writes
}

/** An order that a push is under way with takes it along. */
function pushMoves({ held: { enterpriseId, code }, speaker: { at }, move, next }: Moving): Write[] {
  if (code.push_id === null) return []
  const to = pushGoal(code, move, next)
  return to
    ? pushWrites(enterpriseId, code.push_id, { to, at, ...(to === 'FAILED' ? { reason: move.detail } : {}) })
    : []
}

function pushGoal(
  { order_state: state }: CodeRecord,
  { type }: Move,
  next: OrderState | undefined,
): PushMove['to'] | undefined {
  if (type === 'DOWNLOADED') return 'DOWNLOADED'
  if (next === undefined || !DOWNLOADABLE.includes(state) || DOWNLOADABLE.includes(next)) return undefined
  return next === 'Installed' ? 'installed' : 'FAILED'
}

/** By the eUICC's signed word the profile was not installed: these give the order's download back. */
const COMES_TO_NOTHING: readonly (OrderEvent | undefined)[] = ['installFailed', 'sessionCancelled']

/** What the plan order counts: an installation, or a download that came to nothing. */
function countOf({ held: { enterpriseId, code }, move: { orderEvent } }: Pick<Moving, 'held' | 'move'>) {
  const { charged_to: chargedTo } = code
  if (chargedTo === null) return undefined
  if (orderEvent === 'installed') return { is: 'installed', write: installedWrite(enterpriseId, chargedTo) } as const
  if (!COMES_TO_NOTHING.includes(orderEvent)) return undefined
  return { is: 'credit', write: creditWrite(enterpriseId, chargedTo) } as const
}

/** Refusals that end the order, with what they mean for it and its profile. */
const ends: Partial<Record<RspRefusal['refusal'], { orderEvent: OrderEvent; status: ProfileStatus }>> = {
  order_expired: { orderEvent: 'expired', status: 'EXPIRED' },
  attempts_exceeded: { orderEvent: 'attemptsExceeded', status: 'ERROR' },
  confirmation_code_exceeded: { orderEvent: 'confirmationCodeExceeded', status: 'ERROR' },
}

type Refused = { refusal: RspRefusal; attempts?: number | undefined; order: 'may end' | 'stays' }

/** What the device was refused, in words for the profile's timeline. An order that was only kept for the device stays. */
export async function recordRefusal(
  smdp: Pick<Smdp, 'random' | 'clock'>,
  db: TenantDb,
  { refusal, attempts, order, ...recording }: Omit<Recording, 'move'> & Refused,
): Promise<void> {
  const end = order === 'stays' ? undefined : ends[refusal.refusal]
  const { code } = recording.held
  const moves = end !== undefined && nextOrderState(code.order_state, end.orderEvent) !== undefined
  const move: Move = { type: 'REFUSED', detail: wordsOf(refusal), refusal, attempts, ...(moves ? end : {}) }
  await record(smdp, db, { ...recording, move })
  if (refusal.refusal === 'package_not_built')
    await notifyOfBuildFailure(smdp, db, { ...recording.held, reason: move.detail })
}

/** Only the enterprise account learns what is wrong with its plan or its configuration; the phone shows the message. */
const DETAILED: readonly RspRefusal['refusal'][] = ['profile_not_released', 'package_not_built']

const wordsOf = ({ refusal, message, detail }: RspRefusal) => (DETAILED.includes(refusal) && detail ? detail : message)

/** Runs checks that may refuse; a refusal becomes a value, so that what was counted before it is committed. */
export async function attempt<T>(checks: () => Promise<T> | T): Promise<{ done: T } | { refusal: RspRefusal }> {
  try {
    return { done: await checks() }
  } catch (error) {
    if (!(error instanceof RspRefusal)) throw error
    return { refusal: error }
  }
}

export const outcomeText = (refusal: RspRefusal | undefined) =>
  refusal ? `${refusal.subjectCode}/${refusal.reasonCode}` : 'Executed-Success'
