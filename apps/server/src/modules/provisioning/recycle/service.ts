import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { parseStored } from '@simwright/contract/profiles/configuration'
import type { RecycleReason } from '@simwright/contract/profiles/profile-state'
import type * as contract from '@simwright/contract/provisioning/recycle'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import type { RecycleServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type Before, type Cause, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { appletKey, writeMessage } from './message.ts'
import { type RecycleState, selectRecycleState } from './queries.ts'
import { receive } from './receive.ts'
import { beginRecycling, putBackTime, setTime, stockStateOf } from './recycling.ts'

export { type Bip, openBip } from './bip.ts'
export { exportLog, listLog } from './log.ts'
export { appletKey } from './message.ts'
export { awaitsConfirmation, confirmDeletion, stockStateOf } from './recycling.ts'

/** Sets the recycle time of profiles; null removes it. @returns the previous values by profile ID */
export async function setRecycleTime(
  db: TenantDb,
  cause: Cause,
  { ids, recycleAt }: { ids: readonly string[]; recycleAt: Date | null },
): Promise<ReadonlyMap<string, Before>> {
  return await setTime(db, cause, { targets: await lockProfiles(db, cause.enterpriseId, ids), recycleAt })
}

/** Makes profiles due now; the next sweeps recycle them in chunks. */
export async function makeDue(
  db: TenantDb,
  cause: Cause,
  { ids, reason }: { ids: readonly string[]; reason: RecycleReason },
): Promise<void> {
  const targets = await lockProfiles(db, cause.enterpriseId, ids)
  await setTime(db, cause, { targets, recycleAt: cause.at, why: reason })
}

/** Restores the recycle times that {@link setRecycleTime} returned. */
export async function putBackRecycleTime(
  db: TenantDb,
  cause: Cause,
  previous: ReadonlyMap<string, Before>,
): Promise<void> {
  const targets = await lockProfiles(db, cause.enterpriseId, [...previous.keys()])
  await putBackTime(db, cause, { targets, previousOf: ({ profile_id: id }) => previous.get(id)! })
}

/** Begins recycling now: profiles no eUICC can have go into stock, the others wait for their devices. */
export async function recycleNow(
  db: TenantDb,
  cause: Cause,
  { ids, reason }: { ids: readonly string[]; reason: RecycleReason },
): Promise<void> {
  await beginRecycling(db, cause, { targets: await lockProfiles(db, cause.enterpriseId, ids), reason })
}

/** @throws Problem `not_found` */
async function mustFind(server: Server, { enterpriseId }: Who, id: string): Promise<RecycleState> {
  const profile = await server.db.tenantRead(enterpriseId, (db) => selectRecycleState(db, id))
  if (!profile) throw new Problem('not_found')
  return profile
}

export async function readRecycling(server: Server, who: Who, id: string): Promise<OutputOf<typeof contract.profile>> {
  const profile = await mustFind(server, who, id)
  const { recycleApplet: applet } = parseStored(profile.fields)
  const state = stockStateOf(profile)
  const isWaiting = profile.recycle_status === 'SCHEDULED' && profile.recycle_begun_at !== null
  return {
    status: profile.recycle_status,
    reason: profile.recycle_reason,
    at: profile.recycle_at?.toISOString() ?? null,
    begunAt: isWaiting ? profile.recycle_begun_at!.toISOString() : null,
    waitsUntil: isWaiting ? (profile.recycle_due_at?.toISOString() ?? null) : null,
    isHeld: state === 'held',
    inStock: state === 'in stock',
    counter: Number(profile.recycle_counter),
    host: server.smdp.address.replace(/:\d+$/, ''),
    port: server.ports.bip,
    ownServer: applet?.service === 'self' ? { host: applet.host ?? '', port: applet.port ?? 0 } : null,
    testDevicesOnly: profile.device_trust === 'test',
  }
}

/**
 * Builds the message that the applet of a profile would send, and processes it if `send` is set. Only for profiles of
 * test devices: a live profile must not be recycled without its device.
 * @throws Problem `test_only`, `not_found`
 */
export async function simulate(
  server: Server,
  who: Who,
  { id, kind, reason, send }: ParsedInputOf<typeof contract.simulate>,
): Promise<OutputOf<typeof contract.simulate>> {
  const profile = await mustFind(server, who, id)
  if (profile.device_trust !== 'test') throw new Problem('test_only')
  const counter = Math.max(1, Number(profile.recycle_counter) + (kind === 'REPLAYED' ? 0 : 1))
  const message = writeMessage(
    { iccid: profile.iccid, counter, reason },
    appletKey(server.keys.recycle, profile.order_id),
  )
  if (kind === 'FORGED') message[message.length - 1]! ^= 1
  const received = send ? await receive(server, message, { address: 'simulator', simulated: true }) : undefined
  const outcome = received?.outcome ?? null
  await server.db.tenantTx(who.enterpriseId, (db) =>
    recordAudit(server, db, {
      action: 'recycle.simulated',
      enterpriseId: who.enterpriseId,
      object: { id, name: profile.iccid },
      after: { kind, outcome },
    }),
  )
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
  return { message: hex(message), answer: received ? hex(received.answer) : null, outcome }
}
