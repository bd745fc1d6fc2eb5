import type { ApprovalState } from '@simwright/contract/platform/approval'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { approvalTexts as texts } from './approval-texts.ts'

const tones: Record<ApprovalState, Tone> = {
  PENDING: 'info',
  APPROVED: 'success',
  REFUSED: 'danger',
  EXPIRED: 'neutral',
  CANCELED: 'neutral',
  DONE: 'success',
  FAILED: 'danger',
}

export function ApprovalStateBadge({ state }: { state: ApprovalState }) {
  return <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
}
