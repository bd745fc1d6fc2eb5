import type * as apiKey from '@simwright/contract/programs/keys'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { developerTexts } from './developer-texts.ts'

const tones: Record<apiKey.KeyState, Tone> = {
  ACTIVE: 'success',
  EXPIRED: 'warning',
  CREATOR_GONE: 'warning',
  REVOKED: 'neutral',
}

export function KeyState({ state }: { state: apiKey.KeyState }) {
  return <StatusBadge tone={tones[state]}>{developerTexts.keys.states[state]}</StatusBadge>
}
