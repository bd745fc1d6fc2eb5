import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import { deleteExpired } from '../../../db/retention.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { deliverTo } from './deliver.ts'
import { selectDue } from './endpoint-queries.ts'
import { spreadOutbox } from './spread.ts'

const POLL_MS = 1_000

/** Endpoints that one process calls at the same time. */
const ENDPOINTS_AT_ONCE = 32

/** Sends webhooks until stopped. Any number of processes can do so at the same time. */
export function startWebhooks(server: Server): { stop(): Promise<void> } {
  const stop = new AbortController()
  const ended = AbortSignal.any([stop.signal, server.stopping])
  const running = new Map<string, Promise<void>>()
  const loop = sendUntil(server, running, ended)
  return {
    stop: async () => {
      stop.abort()
      await loop
      await Promise.all(running.values())
    },
  }
}

async function sendUntil(server: Server, running: Map<string, Promise<void>>, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      while (!ended.aborted && (await spreadOutbox(server)));
      await startDue(server, running)
    } catch (err) {
      if (!ended.aborted) server.log.warn({ err }, 'webhooks could not be sent, retrying')
    }
    await sleep(POLL_MS, undefined, { signal: ended, ref: false }).catch(() => {})
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

const DAY_MS = 24 * 60 * 60_000

/** Deletes deliveries of 30 days ago, and arrivals of yesterday. */
export async function dropOldDeliveries({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  await db.systemTx(async (system) => {
    const limit = 5_000
    await deleteExpired(system, {
      table: 'webhook_delivery',
      column: 'at',
      before: before(WEBHOOK_LIMITS.logDays),
      limit,
    })
    await deleteExpired(system, { table: 'webhook_arrival', column: 'at', before: before(1), limit })
  })
}
