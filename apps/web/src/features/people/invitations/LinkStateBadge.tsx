import type { LinkState } from '@simwright/contract/people/invitation'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { invitationLinkTexts } from './invitation-link-texts.ts'

const tones: Record<LinkState, Tone> = { OPEN: 'success', STOPPED: 'danger', EXPIRED: 'neutral', USED_UP: 'info' }

export function LinkStateBadge({ state }: { state: LinkState }) {
  return <StatusBadge tone={tones[state]}>{invitationLinkTexts.states[state]}</StatusBadge>
}
