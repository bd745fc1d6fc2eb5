import type { PlannedState } from '@simwright/contract/provisioning/planned-delivery'
import type { Tone } from '../ui/tone.ts'

/** Tone per state of a planned delivery. */
export const plannedTones: Record<PlannedState, Tone> = {
  PLANNED: 'info',
  WAITING: 'info',
  SENT: 'success',
  REFUSED: 'danger',
  SKIPPED: 'warning',
  CANCELED: 'neutral',
}
