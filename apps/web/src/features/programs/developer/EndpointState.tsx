import type { Webhook } from '@simwright/contract/programs/webhook'
import { webhookTexts } from '../../../texts/webhook.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

const tones = { ACTIVE: 'success', PAUSED: 'warning', OFF: 'danger' } as const

export function EndpointState({ endpoint: { state } }: { endpoint: Pick<Webhook, 'state'> }) {
  return <StatusBadge tone={tones[state]}>{webhookTexts.states[state]}</StatusBadge>
}
