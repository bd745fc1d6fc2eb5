import type * as client from '@simwright/contract/people/client'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { clientTexts } from './client-texts.ts'

const tones: Record<client.ClientState, Tone> = { ACTIVE: 'success', SUSPENDED: 'danger', CLOSING: 'warning' }

export function ClientState({ state }: { state: client.ClientState }) {
  return <StatusBadge tone={tones[state]}>{clientTexts.states[state]}</StatusBadge>
}
