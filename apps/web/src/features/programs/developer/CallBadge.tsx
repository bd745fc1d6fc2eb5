import type * as callLog from '@simwright/contract/programs/call-log'
import { callLogTexts as texts } from '../../../texts/call-log.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

const outcomeTones = { OK: 'success', REFUSED: 'warning', FAILED: 'danger' } as const

export function CallBadge({ outcome, status }: Pick<callLog.ProgramCall, 'outcome' | 'status'>) {
  return <StatusBadge tone={outcomeTones[outcome]}>{`${status} ${texts.outcomes[outcome]}`}</StatusBadge>
}
