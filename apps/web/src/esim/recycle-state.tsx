import type { RecycleStatus } from '@simwright/contract/profiles/profile-state'
import type { RecycleStep } from '@simwright/contract/provisioning/recycle'
import { recycleTexts } from '../texts/recycle.ts'
import { StatusBadge } from '../ui/text/StatusBadge.tsx'
import type { Tone } from '../ui/tone.ts'

export type RecycleDisplayStatus = RecycleStatus | 'WAITING'

const tones: Record<RecycleDisplayStatus, Tone> = {
  NONE: 'neutral',
  SCHEDULED: 'info',
  WAITING: 'warning',
  RECYCLED: 'success',
  FAILED: 'danger',
}

/** Badge of a profile's recycle status: whether it returns to stock. */
export function RecycleBadge({ status }: { status: RecycleDisplayStatus }) {
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

/** Badge of the step that an entry of the recycle log records. */
export function RecycleStepBadge({ step }: { step: RecycleStep }) {
  return <StatusBadge tone={stepTones[step]}>{recycleTexts.steps[step]}</StatusBadge>
}
