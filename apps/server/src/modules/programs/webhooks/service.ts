import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { PlanName } from '@simwright/contract/platform/plan'
import type * as contract from '@simwright/contract/programs/webhook'
import { webhookMax } from '@simwright/contract/programs/webhook'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { hasFeature, readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { dropWaiting, insertDeliveries } from './delivery-queries.ts'
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  type ListedEndpoint,
  lockEndpoint,
  selectEndpoints,
  updateEndpoint,
} from './endpoint-queries.ts'
import { bodyOf } from './payload.ts'
import { newSecret, sealSecret } from './secret.ts'
import { requireCallable } from './url.ts'

export { countUnsent as countUnsentWebhooks } from './delivery-queries.ts'
export { callFault } from './url.ts'

export async function listWebhooks(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof contract.list>> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const entitlement = await readEntitlement(server, db, { enterpriseId, at })
    const max = hasFeature(entitlement, 'WEBHOOK') ? maxOf(entitlement.plan) : 0
    const rows = await selectEndpoints(db)
    return { items: rows.map((row) => shown(row, at)), max }
  })
}

const maxOf = (plan: string) => webhookMax[plan as PlanName] ?? 0

function shown(row: ListedEndpoint, at: Date): contract.Webhook {
  const { id, name, url, state, waiting, version } = row
  const isRotating = row.previous_until !== null && row.previous_until > at
  return {
    id,
    name,
    url,
    kinds: row.kinds as contract.WebhookKind[],
    benchStatus: row.bench_status as contract.WebhookFields['benchStatus'],
    accessKey: row.access_key,
    state,
    offReason: row.off_reason,
    since: row.since.toISOString(),
    previousUntil: isRotating ? row.previous_until!.toISOString() : null,
    waiting,
    lastDelivery: row.last_at && { at: row.last_at.toISOString(), status: row.last_status, fault: row.last_fault },
    version,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

const ACCESS_KEY_BYTES = 12

export async function addWebhook(
  server: Server,
  { enterpriseId, userId }: Who,
  { fields }: ParsedInputOf<typeof contract.add>,
): Promise<OutputOf<typeof contract.add>> {
  if (fields.url !== null) requireCallable(server.config, fields.url)
  const id = server.random.uuid()
  const at = server.clock.now()
  const secret = newSecret(server)
  const accessKey = `wh_${Buffer.from(server.random.bytes(ACCESS_KEY_BYTES)).toString('hex')}`
  await server.db.tenantTx(enterpriseId, async (db) => {
    const entitlement = await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' })
    await requireFeature(db, entitlement, 'WEBHOOK')
    const max = maxOf(entitlement.plan)
    if ((await countEndpoints(db)) >= max) throw new Problem('webhooks_full', { max: String(max) })
    const sealed = sealSecret(server, { enterpriseId, id }, secret)
    await insertEndpoint(db, { id, ...fields, accessKey, sealed, userId, at })
    const object = { id, name: fields.name }
    await recordAudit(server, db, { action: 'webhook.added', enterpriseId, object, after: fields })
  })
  return { id, accessKey, secret: secret.reveal() }
}

export async function hasWebhooks(db: TenantDb): Promise<boolean> {
  return (await countEndpoints(db)) > 0
}

type Changing = { enterpriseId: EnterpriseId; id: string }

/** Runs the work with a locked endpoint. @throws Problem not_found */
async function withEndpoint<T>(
  server: Server,
  { enterpriseId, id }: Changing,
  work: (db: TenantDb, endpoint: EndpointRow) => Promise<T>,
): Promise<T> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (!endpoint) throw new Problem('not_found')
    return await work(db, endpoint)
  })
}

export async function editWebhook(
  server: Server,
  { enterpriseId }: Who,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  return await withEndpoint(server, { enterpriseId, id }, async (db, endpoint) => {
    if (endpoint.version !== version) throw new Problem('changed_meanwhile')
    if (fields.url !== null) requireCallable(server.config, fields.url)
    const { benchStatus: bench_status, ...rest } = fields
    await updateEndpoint(db, endpoint, { ...rest, bench_status, version: version + 1 })
    const { name, url, kinds, bench_status: benchStatus } = endpoint
    const entry = { enterpriseId, object: { id, name }, before: { name, url, kinds, benchStatus }, after: fields }
    await recordAudit(server, db, { action: 'webhook.edited', ...entry })
    return { version: version + 1 }
  })
}

const HOUR_MS = 60 * 60_000

export async function rotateSecret(
  server: Server,
  { enterpriseId }: Who,
  { id, hours }: ParsedInputOf<typeof contract.rotate>,
): Promise<OutputOf<typeof contract.rotate>> {
  const secret = newSecret(server)
  const until = hours === 0 ? undefined : new Date(server.clock.now().getTime() + hours * HOUR_MS)
  await withEndpoint(server, { enterpriseId, id }, async (db, endpoint) => {
    await updateEndpoint(db, endpoint, {
      sealed_secret: sealSecret(server, { enterpriseId, id }, secret),
      sealed_previous: until ? endpoint.sealed_secret : null,
      previous_until: until ?? null,
    })
    const object = { id, name: endpoint.name }
    await recordAudit(server, db, { action: 'webhook.rotated', enterpriseId, object, after: { hours } })
  })
  return { secret: secret.reveal(), previousUntil: until?.toISOString() ?? null }
}

/** An endpoint that was switched off gets only events from now on. */
export async function setWebhookState(
  server: Server,
  { enterpriseId }: Who,
  { id, state }: ParsedInputOf<typeof contract.setState>,
): Promise<OutputOf<typeof contract.setState>> {
  await withEndpoint(server, { enterpriseId, id }, async (db, endpoint) => {
    const since = endpoint.state === 'OFF' ? { since: server.clock.now() } : {}
    await updateEndpoint(db, endpoint, { state, off_reason: null, ...since })
    const entry = {
      enterpriseId,
      object: { id, name: endpoint.name },
      before: { state: endpoint.state },
      after: { state },
    }
    await recordAudit(server, db, { action: 'webhook.stateChanged', ...entry })
  })
  return {}
}

export async function removeWebhook(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  await withEndpoint(server, { enterpriseId, id }, async (db, { name, url }) => {
    await dropWaiting(db, { enterpriseId, id })
    await deleteEndpoint(db, id)
    await recordAudit(server, db, { action: 'webhook.removed', enterpriseId, object: { id, name }, before: { url } })
  })
  return {}
}

/** Queues a test event, which has its place in the order of the events. */
export async function sendTest(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof contract.test>,
): Promise<OutputOf<typeof contract.test>> {
  const deliveryId = server.random.uuid()
  const at = server.clock.now()
  await withEndpoint(server, { enterpriseId, id }, async (db, endpoint) => {
    if (endpoint.state === 'OFF') throw new Problem('webhook_off')
    const sequence = endpoint.last_sequence + 1
    const payload = { type: 'TEST', timestamp: String(at.getTime()), message: 'A test of this webhook.' }
    const row = {
      id: deliveryId,
      endpointId: id,
      sequence,
      kind: 'TEST',
      iccid: null,
      at,
      body: bodyOf(payload, sequence),
    }
    await insertDeliveries(db, { rows: [row], dueAt: at })
    await updateEndpoint(db, endpoint, { last_sequence: sequence })
    const object = { id, name: endpoint.name }
    await recordAudit(server, db, { action: 'webhook.tested', enterpriseId, object, after: { deliveryId } })
  })
  return { deliveryId }
}
