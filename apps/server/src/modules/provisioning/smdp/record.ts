import { nextOrderState, RspRefusal } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import { type Write, writeTogether } from '../../../db/write-together.ts'
import { apply, type Cause, type FatalRefusal, type Transition } from '../../profiles/lifecycle/service.ts'
import { notifyOfBuildFailure } from './build-failure.ts'
import type { CodeRecord } from './code-record.ts'
import type { Smdp } from './smdp.ts'
import { trialWrite } from './trial.ts'

export type Recording = {
  cause: Cause
  /** Locked in the running transaction. */
  code: CodeRecord
  transition: Transition
  /** Further writes for the same statement. */
  also?: readonly Write[]
  /** The session's state change, which only one call can make. */
  step?: Write
}

/**
 * Applies a transition to a profile and writes it with `also` and `step`. In a try it is applied to the state of the try,
 * and nothing else is written. @returns the profile after the transition
 * @throws RspRefusal transaction_unknown when another call has completed the step
 */
export async function record(
  db: TenantDb,
  { cause, code, transition, also = [], step }: Recording,
): Promise<CodeRecord> {
  const { writes, rows } = apply(cause, [{ row: code, transition }])
  const all = code.trial ? [trialWrite(code.trial, rows[0]!)] : [...also, ...writes]
  const taken = await writeTogether(db, all, step)
  if (step && taken === 0)
    throw new RspRefusal('transaction_unknown', { detail: 'another call has completed this step' })
  return rows[0]!
}

/** Refusals that end the order. */
const fatal: Partial<Record<RspRefusal['refusal'], FatalRefusal>> = {
  order_expired: 'expired',
  attempts_exceeded: 'attemptsExceeded',
  confirmation_code_exceeded: 'confirmationCodeExceeded',
}

type Refused = { refusal: RspRefusal; attempts?: number | undefined; order: 'may end' | 'stays'; point?: 1 | 3 }

/** Records a refusal in the profile's timeline. A fatal refusal ends the order, unless `order` is `stays`. */
export async function recordRefusal(
  smdp: Pick<Smdp, 'random' | 'clock'>,
  db: TenantDb,
  { refusal, attempts, order, point, ...recording }: Omit<Recording, 'transition'> & Refused,
): Promise<void> {
  const { subjectCode, reasonCode } = refusal
  const end = order === 'stays' ? undefined : fatal[refusal.refusal]
  const reason = timelineTextOf(refusal)
  const ends = end !== undefined && nextOrderState(recording.code.order_state, end) !== undefined
  const transition: Transition = {
    kind: 'refused',
    refusal: { subjectCode, reasonCode },
    reason,
    ...(attempts === undefined ? {} : { attempts }),
    ...(ends ? { fatal: end } : {}),
    // a failure of the confirmation code is a point of its own
    ...(point ? { point: subjectCode === '8.2.7' ? 2 : point } : {}),
  }
  await record(db, { ...recording, transition })
  if (refusal.refusal === 'package_not_built' && !recording.code.trial)
    await notifyOfBuildFailure(smdp, db, { enterpriseId: recording.cause.enterpriseId, code: recording.code, reason })
}

/** Refusals whose detail is for the enterprise account only; the phone gets the message. */
const DETAILED: readonly RspRefusal['refusal'][] = ['profile_not_released', 'package_not_built']

const timelineTextOf = ({ refusal, message, detail }: RspRefusal) =>
  DETAILED.includes(refusal) && detail ? detail : message

/** Returns a refusal instead of throwing it, so that the transaction can commit what was counted. */
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
