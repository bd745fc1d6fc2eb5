import { condition } from '../../../db/expression.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { type BackgroundLoop, SELDOM_MS } from '../../../work/loop.ts'
import { outboxDue } from '../../platform/outbox/service.ts'
import { deliverTo } from './deliver.ts'
import { deliveriesDue, selectDue } from './endpoint-queries.ts'
import { spreadOutbox } from './spread.ts'

const REST_MS = 1_000

/** Endpoints that one process calls at the same time. */
const ENDPOINTS_AT_ONCE = 32

/** Sends webhooks. Any number of processes can do so at the same time. */
export function webhookLoop(server: Server): BackgroundLoop {
  const running = new Map<string, Promise<void>>()
  return {
    name: 'webhooks',
    everyMs: SELDOM_MS,
    restMs: REST_MS,
    due: (at) => condition`(${outboxDue()} or ${deliveriesDue(at)})`,
    run: async (signal) => {
      const ended = () => signal.aborted || server.stopping.aborted
      while (!ended() && (await spreadOutbox(server)));
      if (!ended()) await startDue(server, running)
    },
    end: () => Promise.all(running.values()),
  }
}

/** Starts to send to endpoints with something due; `running` has those that this process sends to. */
async function startDue(server: Server, running: Map<string, Promise<void>>): Promise<void> {
  const room = ENDPOINTS_AT_ONCE - running.size
  if (room === 0) return
  const due = await server.db.systemTx((db) => selectDue(db, server.clock.now(), room))
  for (const key of due) {
    if (running.has(key.id)) continue
    const sending = deliverTo(server, key)
      .catch((err: unknown) => {
        if (!server.stopping.aborted) server.log.warn({ err, endpointId: key.id }, 'a webhook could not be sent')
      })
      .finally(() => running.delete(key.id))
    running.set(key.id, sending)
  }
}

/** Sends everything that is due now. */
export async function sendDue(server: Server): Promise<void> {
  while (await spreadOutbox(server));
  const running = new Map<string, Promise<void>>()
  do {
    await startDue(server, running)
    await Promise.all(running.values())
  } while (running.size > 0)
}
