import type * as client from '@simwright/contract/people/client'
import { clientTexts } from '../../../texts/client.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'

const tones: Record<client.ClientState, Tone> = { ACTIVE: 'success', SUSPENDED: 'danger', CLOSING: 'warning' }

export function ClientState({ state }: { state: client.ClientState }) {
  return <StatusBadge tone={tones[state]}>{clientTexts.states[state]}</StatusBadge>
}
