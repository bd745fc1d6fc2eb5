import type { DiscountState } from '@simwright/contract/money/discount'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { discountTexts } from './discount-texts.ts'

const tones: Record<DiscountState, Tone> = {
  ACTIVE: 'success',
  EXPIRED: 'neutral',
  USED_UP: 'info',
  STOPPED: 'danger',
}

export function DiscountBadge({ state }: { state: DiscountState }) {
  return <StatusBadge tone={tones[state]}>{discountTexts.states[state]}</StatusBadge>
}
