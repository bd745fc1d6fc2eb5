import type * as callLog from '@simwright/contract/programs/call-log'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { callLogTexts as texts } from './call-log-texts.ts'

const outcomeTones = { OK: 'success', REFUSED: 'warning', FAILED: 'danger' } as const

export function CallBadge({ outcome, status }: Pick<callLog.ProgramCall, 'outcome' | 'status'>) {
  return <StatusBadge tone={outcomeTones[outcome]}>{`${status} ${texts.outcomes[outcome]}`}</StatusBadge>
}
