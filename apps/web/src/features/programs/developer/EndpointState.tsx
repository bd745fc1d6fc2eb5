import type { Webhook } from '@simwright/contract/programs/webhook'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { webhookTexts } from './webhook-texts.ts'

const tones = { ACTIVE: 'success', PAUSED: 'warning', OFF: 'danger' } as const

export function EndpointState({ endpoint: { state } }: { endpoint: Pick<Webhook, 'state'> }) {
  return <StatusBadge tone={tones[state]}>{webhookTexts.states[state]}</StatusBadge>
}
