import type * as recycle from '@simwright/contract/provisioning/recycle'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { bipTexts } from './bip-texts.ts'

const tones: Record<recycle.MessageOutcome, Tone> = {
  RECYCLED: 'success',
  KNOWN: 'neutral',
  FORGED: 'danger',
  REPLAYED: 'danger',
  UNKNOWN: 'warning',
  MALFORMED: 'warning',
}

export function MessageOutcome({ outcome }: Pick<recycle.BipMessage, 'outcome'>) {
  return <StatusBadge tone={tones[outcome]}>{bipTexts.outcomes[outcome]}</StatusBadge>
}
