import type { OffReason } from '@simwright/contract/programs/webhook'
import type { TenantDb } from '../../../db/database.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { dropWaiting } from './delivery-queries.ts'
import { type EndpointRow, updateEndpoint } from './endpoint-queries.ts'

/** Switches a locked endpoint off, gives up what waits for it, and notifies the members who may see it. */
export async function switchOff(
  server: Server,
  db: TenantDb,
  { endpoint, reason }: { endpoint: EndpointRow; reason: OffReason },
): Promise<void> {
  const { enterprise_id: enterpriseId, id, name, state } = endpoint
  if (state === 'OFF') return
  await updateEndpoint(db, endpoint, { state: 'OFF', off_reason: reason })
  await dropWaiting(db, { enterpriseId, id })
  await recordAudit(server, db, {
    action: 'webhook.switchedOff',
    enterpriseId,
    object: { id, name },
    before: { state },
    after: { state: 'OFF', reason },
  })
  const news = { kind: 'WEBHOOK_OFF', facts: { endpointId: id, name, reason } } as const
  await notifyMembers(server, db, { news })
}
