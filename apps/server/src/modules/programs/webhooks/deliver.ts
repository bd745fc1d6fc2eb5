import { Agent as PlainAgent } from 'node:http'
import { Agent as TlsAgent } from 'node:https'
import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { hasFeature, readEntitlement } from '../../platform/plans/service.ts'
import { type Attempted, attempt } from './attempt.ts'
import { type DueDelivery, recordOutcomes, selectFirsts, selectRetries } from './delivery-queries.ts'
import {
  type EndpointKey,
  type EndpointRow,
  endLease,
  leaseEndpoint,
  lockEndpoint,
  selectEndpoint,
} from './endpoint-queries.ts'
import { switchOff } from './switch-off.ts'

const RENEW_MS = 3_000

/** Nobody takes an endpoint for so long whose plan has no webhooks any more. */
const FROZEN_MS = 60_000

type Turn = { server: Server; key: EndpointKey; lost: AbortSignal; agent: PlainAgent }

/** Sends what is due for an endpoint, under a lease. Safe in concurrent processes. */
export async function deliverTo(server: Server, key: EndpointKey): Promise<void> {
  const { enterpriseId } = key
  const holder = server.random.uuid()
  if (!(await server.db.tenantTx(enterpriseId, (db) => leaseEndpoint(db, key, holder)))) return
  const stop = new AbortController()
  const renew = async () => {
    if (!(await server.db.tenantTx(enterpriseId, (db) => leaseEndpoint(db, key, holder)))) stop.abort()
  }
  const timer = setInterval(() => {
    renew().catch((err: unknown) =>
      server.log.warn({ err, endpointId: key.id }, 'a webhook lease could not be renewed'),
    )
  }, RENEW_MS)
  let pauseMs = 0
  try {
    if (await isIncluded(server, key)) await sendAll(server, key, AbortSignal.any([stop.signal, server.stopping]))
    else pauseMs = FROZEN_MS
  } finally {
    clearInterval(timer)
    await server.db.tenantTx(enterpriseId, (db) => endLease(db, key, { holder, pauseMs }))
  }
}

async function isIncluded(server: Server, { enterpriseId }: EndpointKey): Promise<boolean> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) =>
    hasFeature(await readEntitlement(server, db, { enterpriseId, at }), 'WEBHOOK'),
  )
}

async function sendAll(server: Server, key: EndpointKey, lost: AbortSignal): Promise<void> {
  const endpoint = await readActive(server, key)
  if (!endpoint) return
  const options = { keepAlive: true, maxSockets: 1 + WEBHOOK_LIMITS.retriesAtOnce }
  const agent = endpoint.url?.startsWith('https:') ? new TlsAgent(options) : new PlainAgent(options)
  const turn = { server, key, lost, agent }
  try {
    await Promise.all([sendFirsts(turn), sendRetries(turn)])
  } finally {
    agent.destroy()
  }
}

async function readActive({ db }: Server, { enterpriseId, id }: EndpointKey): Promise<EndpointRow | undefined> {
  const endpoint = await db.tenantRead(enterpriseId, (tx) => selectEndpoint(tx, id))
  return endpoint?.state === 'ACTIVE' ? endpoint : undefined
}

const FIRSTS_AT_ONCE = 100

/** Outcomes are stored at the latest after this time; a kill repeats attempts of this time. */
const STORE_MS = 500

/** First attempts, in the order of the events: each begins when the previous one has its answer. */
async function sendFirsts(turn: Turn): Promise<void> {
  const { server, key, lost } = turn
  while (!lost.aborted) {
    const endpoint = await readActive(server, key)
    if (!endpoint) return
    const due = await server.db.tenantRead(key.enterpriseId, (db) => selectFirsts(db, key, FIRSTS_AT_ONCE))
    if (due.length === 0) return
    const outcomes: Attempted[] = []
    const begun = performance.now()
    for (const delivery of due) {
      outcomes.push(await attempt(server, endpoint, { ...delivery, agent: agentFor(turn, endpoint) }))
      const isLast = outcomes.at(-1)!.switchesOff !== undefined || performance.now() - begun > STORE_MS
      if (isLast || lost.aborted) break
    }
    await store(server, key, outcomes)
  }
}

/** Retries and replays, some at the same time; they hold back no first attempt. */
async function sendRetries(turn: Turn): Promise<void> {
  const { server, key, lost } = turn
  while (!lost.aborted) {
    const endpoint = await readActive(server, key)
    if (!endpoint) return
    const wanted = { at: server.clock.now(), limit: WEBHOOK_LIMITS.retriesAtOnce }
    const due = await server.db.tenantRead(key.enterpriseId, (db) => selectRetries(db, key, wanted))
    if (due.length === 0) return
    const send = (delivery: DueDelivery) => attempt(server, endpoint, { ...delivery, agent: agentFor(turn, endpoint) })
    await store(server, key, await Promise.all(due.map(send)))
  }
}

/** The connections of the turn, unless the URL has another protocol by now. */
const agentFor = ({ agent }: Turn, { url }: EndpointRow) =>
  url?.startsWith('https:') === agent instanceof TlsAgent ? agent : undefined

async function store(server: Server, key: EndpointKey, outcomes: readonly Attempted[]): Promise<void> {
  const { enterpriseId, id } = key
  await server.db.tenantTx(enterpriseId, async (db) => {
    await recordOutcomes(db, outcomes)
    const reason = outcomes.find(({ switchesOff }) => switchesOff)?.switchesOff
    const endpoint = reason && (await lockEndpoint(db, id))
    if (endpoint) await switchOff(server, db, { endpoint, reason })
  })
}
