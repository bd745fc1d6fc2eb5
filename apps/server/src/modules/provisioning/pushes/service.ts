import { type Fault, type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as push from '@simwright/contract/provisioning/push'
import { PUSH_MAX } from '@simwright/contract/provisioning/push'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { PushesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { type Entitlement, readEntitlement, requireFeature } from '../../platform/plans/service.ts'
import { type LockedProfile, move } from '../../profiles/lifecycle/service.ts'
import { isBlocked } from '../block/service.ts'
import { insertEvent } from '../smds/service.ts'
import { failPush } from './fail.ts'
import {
  countPushes,
  countUses,
  insertPush,
  type ListedPush,
  lockOrder,
  type PushedOrder,
  selectPush,
  selectPushable,
  selectPushes,
} from './queries.ts'
import { REGISTRATION_TIMEOUT_MS, registerPush } from './register.ts'

export { hasPushes } from './queries.ts'

export async function listPushes(
  server: Server,
  { enterpriseId }: Who,
  { filter, cursor, limit }: ParsedInputOf<typeof push.list>,
): Promise<OutputOf<typeof push.list>> {
  const scope = ['eid push', filter]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectPushes(db, { filter, keyset, limit }),
    counted: await countPushes(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((row) => shown(server, row)), next: page.next, ...capTotal(counted) }
}

function shown({ smds }: Server, row: ListedPush): push.Push {
  const { id, profile_id: profileId, iccid, eid, state, reason } = row
  return {
    id,
    profileId,
    iccid,
    eid,
    state,
    reason,
    stateAt: row.state_at.toISOString(),
    smds: row.smds ?? smds.address,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

export async function readPushQuota(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof push.room>> {
  const at = server.clock.now()
  const { used, refused } = await server.db.tenantTx(enterpriseId, async (db) => ({
    used: await countUses(db),
    refused: await refusalText(db, await readEntitlement(server, db, { enterpriseId, at })),
  }))
  const { address, other } = server.smds
  const { testIssuerOnly: testDevicesOnly } = server.smdp
  return { used, max: PUSH_MAX, refused, smds: other ?? address, own: other === undefined, testDevicesOnly }
}

async function refusalText(db: TenantDb, entitlement: Entitlement): Promise<string | null> {
  try {
    await requireFeature(db, entitlement, 'EID_PUSH')
    return null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

export async function listPushable(
  server: Server,
  { enterpriseId }: Who,
  { search }: ParsedInputOf<typeof push.profiles>,
): Promise<OutputOf<typeof push.profiles>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectPushable(db, search))
  const items = rows.map(({ iccid, eid, ...row }) => ({
    iccid,
    eid,
    serviceProviderName: row.spn,
    configurationName: row.configuration_name,
    confirmationCodeRequired: row.confirmation_needed,
  }))
  return { items }
}

/** @throws Problem */
export async function addPush(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof push.add>,
): OnceAnswer<typeof push.add> {
  const { enterpriseId } = who
  const id = server.random.uuid()
  const added = await once.tenantTx(enterpriseId, async (db) => {
    await startPush(server, db, { who, id, ...input })
    return { id }
  })
  if (server.smds.other !== undefined) await registerPush(server, { enterpriseId, id })
  return added
}

/** @throws Problem */
export async function retryPush(
  server: Server,
  who: Who,
  { input: { id }, once }: OnceCall<typeof push.retry>,
): OnceAnswer<typeof push.retry> {
  const { enterpriseId } = who
  const failed = await server.db.tenantRead(enterpriseId, (db) => selectPush(db, id))
  if (!failed) throw new Problem('not_found')
  if (failed.state !== 'FAILED') throw new Problem('conflict')
  return await addPush(server, who, { input: { iccid: failed.iccid, eid: failed.eid }, once })
}

export async function withdrawPush(
  server: Server,
  who: Who,
  { id }: ParsedInputOf<typeof push.withdraw>,
): Promise<OutputOf<typeof push.withdraw>> {
  const { enterpriseId, userId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectPush(db, id)
    if (!found) throw new Problem('not_found')
    const { profile_id: profileId, iccid, eid } = found
    const failing = { enterpriseId, id, profileId, reason: 'It was withdrawn in the portal.' }
    const withdrawn = await failPush(server, db, { ...failing, actor: { kind: 'user', userId } })
    if (!withdrawn) throw new Problem('conflict')
    await recordAudit(server, db, {
      action: 'push.withdrawn',
      enterpriseId,
      object: { id, name: iccid },
      before: { eid },
    })
  })
  return {}
}

type PushStart = { who: Who; id: string; iccid: string; eid: string }

/** Locks the enterprise account first, so that concurrent pushes cannot exceed the limit, then the order. */
async function startPush(server: Server, db: TenantDb, { who, id, iccid, eid }: PushStart): Promise<void> {
  const { enterpriseId, userId, platformId } = who
  const at = server.clock.now()
  await requireFeature(db, await readEntitlement(server, db, { enterpriseId, at, lock: 'locked' }), 'EID_PUSH')
  const used = await countUses(db)
  if (used >= PUSH_MAX) throw new Problem('pushes_used', { used, max: PUSH_MAX })
  const key = findIccid(iccid)
  const order = key && (await lockOrder(db, { iccid: key }))
  const fault = order ? await faultOf(db, { enterpriseId, order, eid, at }) : faultAt('iccid', NO_PROFILE)
  if (!order || fault) throw new Problem('invalid', {}, { faults: [fault!] })
  const smdpAddress = smdpAddressOf(server, platformOf(server, platformId), order.issuer)
  const smds = server.smds.other ?? null
  const binds = order.order_eid === null
  const dueAt = new Date(at.getTime() + REGISTRATION_TIMEOUT_MS)
  await insertPush(db, { id, order, eid, smdpAddress, smds, binds, userId, at, dueAt })
  if (smds === null) await insertOwnEvent(db, { order, eid, smdpAddress, at })
  const cause = { enterpriseId, at, actor: { kind: 'user', userId }, newId: () => server.random.uuid() } as const
  const pushed = { kind: 'pushed', pushId: id, eid, smds: smds ?? server.smds.address } as const
  await move(db, cause, [{ row: order, transition: pushed }])
  await recordAudit(server, db, {
    action: 'push.added',
    enterpriseId,
    object: { id, name: order.iccid },
    after: { eid },
  })
}

type OwnEvent = { order: LockedProfile; eid: string; smdpAddress: string; at: Date }

async function insertOwnEvent(
  db: TenantDb,
  { order, eid, smdpAddress: rspServerAddress, at }: OwnEvent,
): Promise<void> {
  const { matching_id: eventId, device_trust: trust } = order
  await insertEvent(db, { eid, eventId, rspServerAddress, owner: '', trust, at })
}

const NO_PROFILE = 'No profile has this ICCID.'

const faultAt = (path: 'iccid' | 'eid', text: string): Fault => ({ path, rule: 'state', text })

type Pushing = { enterpriseId: EnterpriseId; order: PushedOrder; eid: string; at: Date }

/** The fault when this profile cannot be pushed to this device. */
async function faultOf(db: TenantDb, { order, eid, at }: Pushing): Promise<Fault | undefined> {
  const why = unfitReason(order, at)
  if (why !== undefined) return faultAt('iccid', why)
  if (order.order_eid !== null && order.order_eid !== eid)
    return faultAt('eid', 'This profile is bound to another device. Free it first.')
  return (await isBlocked(db, eid)) ? faultAt('eid', 'This device is blocked.') : undefined
}

function unfitReason(order: PushedOrder, at: Date): string | undefined {
  if (order.status === 'REMOVED') return NO_PROFILE
  if (order.sample) return 'Sample data cannot be pushed.'
  if (order.code_kind === 'pooled') return 'A campaign has this profile.'
  if (order.code_kind === 'rotation') return 'The activation codes of its configuration rotate: any device may get it.'
  if (order.push_state === 'PUSHED') return 'It is being pushed already.'
  const isAlive = order.code_state === 'LIVE' && (order.expires_at === null || order.expires_at > at)
  if (!isAlive || order.status !== 'AVAILABLE' || order.order_state !== 'Released')
    return 'Its activation code is not waiting for a device.'
  return undefined
}
