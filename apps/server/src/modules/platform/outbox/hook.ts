import type { News } from '@simwright/contract/platform/notice-kind'
import { fragment } from '../../../db/fragment.ts'
import type { ConfigurationId, EnterpriseId, OrderId, ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'

/** A step of a profile, by the names of the open API. */
export type ProfileStep = {
  profileId: ProfileId
  iccid: string
  eid: string | null
  matchingId: string | null
  configurationId: ConfigurationId
  address: string | null
  device: string | null
  type: 'DOWNLOADED' | 'INSTALLED' | 'ENABLE' | 'DISABLE' | 'DELETE'
  status: 'SUCCESS' | 'FAILED'
  /** Why it failed. */
  message: string | null
}

/** The end of a recycling. */
export type Recycled = {
  iccid: string
  eid: string | null
  orderId: OrderId
  configurationId: ConfigurationId
  status: 'Success' | 'Failed'
}

/** An event in the outbox, by its topic. */
export type OutboxEvent =
  | { topic: 'profile'; payload: ProfileStep }
  | { topic: 'recycle'; payload: Recycled }
  | { topic: 'notice'; payload: News }

export type NewOutboxRow = OutboxEvent & { id: string }

/**
 * Inserts events while a webhook endpoint of the enterprise account wants them; otherwise nothing. One statement for any
 * number of events.
 */
export function outboxWrite(
  { enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date },
  rows: readonly NewOutboxRow[],
): Write {
  return fragment`
    insert into outbox (enterprise_id, id, topic, payload, at)
    select ${enterpriseId}::uuid, (e->>'id')::uuid, e->>'topic', e->'payload', ${at}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) e
    where exists (select from webhook_endpoint w where w.enterprise_id = ${enterpriseId}::uuid and w.state <> 'OFF')`
}
