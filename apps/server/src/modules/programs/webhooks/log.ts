import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/programs/webhook'
import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import { type RawBuilder, sql } from 'kysely'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type ArrivalRow, selectArrivals, selectArrivalsAfter } from './arrival-queries.ts'
import {
  countDeliveries,
  type ListedDelivery,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
  updateReplayed,
} from './delivery-queries.ts'
import { selectEndpoint, selectReceivers } from './endpoint-queries.ts'
import { NOTICE_TYPE } from './payload.ts'

export async function listDeliveries(
  server: Server,
  { enterpriseId }: Who,
  { filter, cursor, limit }: ParsedInputOf<typeof contract.deliveries>,
): Promise<OutputOf<typeof contract.deliveries>> {
  const scope = ['webhook deliveries', filter]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectDeliveries(db, { filter, keyset, limit }),
    counted: await countDeliveries(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(shown), next: page.next, ...capTotal(counted) }
}

function shown(row: ListedDelivery): contract.Delivery {
  const { id, iccid, state, attempts } = row
  return {
    id,
    endpointId: row.endpoint_id,
    endpointName: row.endpoint_name,
    sequence: row.sequence,
    kind: row.kind as contract.Delivery['kind'],
    iccid,
    at: row.at.toISOString(),
    state,
    attempts,
    nextAt: row.next_at?.toISOString() ?? null,
    lastAt: row.last_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastFault: row.last_fault,
    lastMs: row.last_ms,
  }
}

export async function readDelivery(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof contract.delivery>,
): Promise<OutputOf<typeof contract.delivery>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const found = await selectDelivery(db, id)
    if (!found) throw new Problem('not_found')
    const attempts = await selectAttempts(db, id)
    const tries = attempts.map(({ id: attemptId, at, ms, url, request_headers, status, fault, answer }) => {
      const requestHeaders = request_headers as Record<string, string>
      return { id: attemptId, at: at.toISOString(), ms, url, requestHeaders, status, fault, answer }
    })
    return { ...shown(found), body: found.body, tries }
  })
}

/** Begins the schedule of deliveries again. @throws Problem not_found, webhook_off when none can be sent */
export async function replayDeliveries(
  server: Server,
  { enterpriseId }: Who,
  input: ParsedInputOf<typeof contract.replay>,
): Promise<OutputOf<typeof contract.replay>> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    if ('endpointId' in input) {
      const endpoint = await selectEndpoint(db, input.endpointId)
      if (!endpoint) throw new Problem('not_found')
      if (endpoint.state === 'OFF') throw new Problem('webhook_off')
    }
    const replayed = await updateReplayed(db, {
      which: whichOf(input),
      at,
      limit: WEBHOOK_LIMITS.replayed,
    })
    if ('ids' in input && replayed.length === 0) {
      const known = await selectDelivery(db, input.ids[0]!)
      throw new Problem(known ? 'webhook_off' : 'not_found')
    }
    const object = { id: replayed[0] ?? ('endpointId' in input ? input.endpointId : null), name: '' }
    const after = { count: replayed.length }
    await recordAudit(server, db, { action: 'webhook.replayed', enterpriseId, object, after })
    return { count: replayed.length }
  })
}

function whichOf(input: ParsedInputOf<typeof contract.replay>): RawBuilder<unknown> {
  if ('ids' in input) return sql`d.id = any(${input.ids}::uuid[])`
  const { endpointId, from, to, state } = input
  return sql`d.endpoint_id = ${endpointId} and d.at >= ${new Date(from)} and d.at < ${new Date(to)}
    and d.state in (${sql.join(state)})`
}

const ARRIVALS_SHOWN = 50

export async function listArrivals(
  server: Server,
  { enterpriseId }: Who,
  { endpointId }: ParsedInputOf<typeof contract.arrivals>,
): Promise<OutputOf<typeof contract.arrivals>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    if (!(await selectEndpoint(db, endpointId))) throw new Problem('not_found')
    const rows = await selectArrivals(db, { endpointId, limit: ARRIVALS_SHOWN })
    return { items: rows.map(arrived) }
  })
}

const arrived = ({ id, at, headers, body, plain_valid, standard_valid, answered }: ArrivalRow): contract.Arrival => ({
  id,
  at: at.toISOString(),
  headers: headers as Record<string, string>,
  body,
  plainValid: plain_valid,
  standardValid: standard_valid,
  answered,
})

export async function listReceivers(
  server: Server,
  { enterpriseId }: Who,
): Promise<OutputOf<typeof contract.receivers>> {
  return await server.db.tenantRead(enterpriseId, async (db) => ({ items: await selectReceivers(db) }))
}

/** No key can read about money, which notifications can be about. */
export async function listenToArrivals(
  server: Server,
  { enterpriseId, key }: Who,
  { endpointId, after }: ParsedInputOf<typeof contract.listen>,
): Promise<OutputOf<typeof contract.listen>> {
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const endpoint = await selectEndpoint(db, endpointId)
    if (!endpoint) throw new Problem('not_found')
    const newest = endpoint.last_arrival
    if (after === undefined || after >= newest) return { items: [], last: newest, more: false, missed: 0 }
    const limit = WEBHOOK_LIMITS.listened
    // read after the endpoint, so that every number up to its newest one is there or was deleted
    const rows = await selectArrivalsAfter(db, { endpointId, after, limit })
    const items = rows.filter(({ body }) => key === undefined || !isNotice(body)).map(arrived)
    const missed = (rows[0]?.number ?? newest + 1) - after - 1
    return { items, last: rows.at(-1)?.number ?? newest, more: rows.length === limit, missed }
  })
}

const isNotice = (body: string) => (JSON.parse(body) as { type?: string }).type === NOTICE_TYPE
