import { nextOrderState, RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import {
  apply,
  type Cause,
  type FatalRefusal,
  type LockedProfile,
  type Transition,
} from '../../profiles/lifecycle/service.ts'
import { notifyOfBuildFailure } from './build-failure.ts'
import type { Smdp } from './smdp.ts'

export type Recording = {
  cause: Cause
  /** Locked in the running transaction. */
  code: LockedProfile
  transition: Transition
  /** What else is written in the same statement. */
  also?: readonly Write[]
  /** A step of a session, which only one call can take. */
  step?: Write
}

/**
 * Writes what happens to a profile together with what belongs to it. @returns the profile as it is afterwards
 * @throws RspRefusal transaction_unknown when another call has taken the step
 */
export async function record(
  db: TenantDb,
  { cause, code, transition, also = [], step }: Recording,
): Promise<LockedProfile> {
  const { writes, rows } = apply(cause, [{ row: code, transition }])
  const taken = await writeTogether(db, [...also, ...writes], step)
  if (step && taken === 0) throw new RspRefusal('transaction_unknown', { detail: 'this step was taken before' })
  return rows[0]!
}

/** Refusals that end the order. */
const fatal: Partial<Record<RspRefusal['refusal'], FatalRefusal>> = {
  order_expired: 'expired',
  attempts_exceeded: 'attemptsExceeded',
  confirmation_code_exceeded: 'confirmationCodeExceeded',
}

type Refused = { refusal: RspRefusal; attempts?: number | undefined; order: 'may end' | 'stays' }

/** What the device was refused, for the timeline of the profile. An order that was only reserved for the device stays. */
export async function recordRefusal(
  smdp: Pick<Smdp, 'random' | 'clock'>,
  db: TenantDb,
  { refusal, attempts, order, ...recording }: Omit<Recording, 'transition'> & Refused,
): Promise<void> {
  const { subjectCode, reasonCode } = refusal
  const end = order === 'stays' ? undefined : fatal[refusal.refusal]
  const reason = wordsOf(refusal)
  const ends = end !== undefined && nextOrderState(recording.code.order_state, end) !== undefined
  const transition: Transition = {
    kind: 'refused',
    refusal: { subjectCode, reasonCode },
    reason,
    ...(attempts === undefined ? {} : { attempts }),
    ...(ends ? { fatal: end } : {}),
  }
  await record(db, { ...recording, transition })
  if (refusal.refusal === 'package_not_built')
    await notifyOfBuildFailure(smdp, db, { enterpriseId: recording.cause.enterpriseId, code: recording.code, reason })
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
