import type { PushState } from '@simwright/contract/provisioning/push'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import type { Tone } from '../../../ui/tone.ts'
import { pushTexts } from './push-texts.ts'

const tones: Record<PushState, Tone> = { PUSHED: 'info', DOWNLOADED: 'success', FAILED: 'danger' }

export function PushStateBadge({ state }: { state: PushState }) {
  return (
    <StatusBadge tone={tones[state]} busy={state === 'PUSHED'}>
      {pushTexts.states[state].label}
    </StatusBadge>
  )
}
