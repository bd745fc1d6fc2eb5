import { createHash } from 'node:crypto'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { dequeueOutbox, selectWaiting } from '../../platform/outbox/service.ts'
import { insertDeliveries } from './delivery-queries.ts'
import { type EndpointRow, isQueueFull, lockWanting, updateEndpoint } from './endpoint-queries.ts'
import { bodyOf, type Message, messagesOf } from './payload.ts'
import { switchOff } from './switch-off.ts'

const ENTERPRISES_AT_ONCE = 100
const EVENTS_AT_ONCE = 500

/**
 * Turns events of the outbox into deliveries, one for each endpoint that wants them, and gives these their sequence numbers.
 * @returns whether there is more
 */
export async function spreadOutbox(server: Server): Promise<boolean> {
  const enterprises = await server.db.systemTx((db) => selectWaiting(db, ENTERPRISES_AT_ONCE))
  let isMore = enterprises.length === ENTERPRISES_AT_ONCE
  for (const enterpriseId of enterprises) {
    if (server.stopping.aborted) return false
    if ((await spreadOf(server, enterpriseId)) === EVENTS_AT_ONCE) isMore = true
  }
  return isMore
}

async function spreadOf(server: Server, enterpriseId: EnterpriseId): Promise<number> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const endpoints = await lockWanting(db)
    const rows = await dequeueOutbox(db, EVENTS_AT_ONCE)
    if (endpoints.length === 0 || rows.length === 0) return rows.length
    const messages = await messagesOf(db, rows)
    for (const endpoint of endpoints) {
      const wanted = messages.filter((message) => isWanted(endpoint, message))
      if (wanted.length === 0) continue
      if (await isQueueFull(db, endpoint.id)) {
        await switchOff(server, db, { endpoint, reason: 'QUEUE_FULL' })
        continue
      }
      const last = endpoint.last_sequence
      const deliveries = wanted.map(({ id, kind, iccid, at, payload }, index) => {
        const sequence = last + index + 1
        return {
          id: deliveryId(id, endpoint.id),
          endpointId: endpoint.id,
          sequence,
          kind,
          iccid,
          at,
          body: bodyOf(payload, sequence),
        }
      })
      await insertDeliveries(db, { rows: deliveries, dueAt: server.clock.now() })
      await updateEndpoint(db, endpoint, { last_sequence: last + wanted.length })
    }
    return rows.length
  })
}

const ID_TAIL = 17

/**
 * The ID of the delivery of an event to an endpoint, its `webhook-id`: of the event's time and order, and of both. So an event
 * that is spread again after the database was restored has the same one, by which the receiver knows it.
 */
export function deliveryId(eventId: string, endpointId: string): string {
  const hash = createHash('sha256').update(`${eventId} ${endpointId}`).digest()
  // the variant of a UUID: RFC 9562, 4.1
  hash[0] = (hash[0]! & 0x3f) | 0x80
  const tail = hash.subarray(0, 8).toString('hex')
  return `${eventId.slice(0, -ID_TAIL)}${tail.slice(0, 4)}-${tail.slice(4)}`
}

const isWanted = ({ kinds, since }: EndpointRow, { kind, at }: Message) => kinds.includes(kind) && at >= since
