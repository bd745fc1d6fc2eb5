import type { RecycleStatus } from '@simwright/contract/profiles/profile-state'
import type { RecycleStep } from '@simwright/contract/provisioning/recycle'
import { recycleTexts } from '../texts/recycle.ts'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import type { Tone } from '../ui/tone.ts'

export type ShownRecycling = RecycleStatus | 'WAITING'

const tones: Record<ShownRecycling, Tone> = {
  NONE: 'neutral',
  SCHEDULED: 'info',
  WAITING: 'warning',
  RECYCLED: 'success',
  FAILED: 'danger',
}

/** Whether a profile goes back into stock. */
export function RecycleBadge({ status }: { status: ShownRecycling }) {
  return <StatusBadge tone={tones[status]}>{recycleTexts.statuses[status]}</StatusBadge>
}

const stepTones: Record<RecycleStep, Tone> = {
  SET: 'info',
  TAKEN_BACK: 'neutral',
  BEGUN: 'warning',
  RECYCLED: 'success',
  FAILED: 'danger',
  MESSAGE_REFUSED: 'danger',
}

/** What an entry of the recycle log tells of. */
export function RecycleStepBadge({ step }: { step: RecycleStep }) {
  return <StatusBadge tone={stepTones[step]}>{recycleTexts.steps[step]}</StatusBadge>
}
