import type { VoucherBatchState, VoucherState } from '@simwright/contract/provisioning/voucher'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { voucherTexts as texts } from './voucher-texts.ts'

const batchTones: Record<VoucherBatchState, Tone> = { VALID: 'success', EXPIRED: 'neutral', REVOKED: 'danger' }
const tones: Record<VoucherState, Tone> = {
  UNUSED: 'info',
  REDEEMED: 'success',
  REVOKED: 'danger',
  EXPIRED: 'neutral',
}

export function BatchStateBadge({ state }: { state: VoucherBatchState }) {
  return <StatusBadge tone={batchTones[state]}>{texts.batchStates[state]}</StatusBadge>
}

export function VoucherStateBadge({ state }: { state: VoucherState }) {
  return <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
}
