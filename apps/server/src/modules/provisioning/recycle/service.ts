import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { RecycleReason } from '@simwright/contract/profiles/profile-state'
import type * as contract from '@simwright/contract/provisioning/recycle'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type Before, type Cause, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { appletKey, writeMessage } from './message.ts'
import type { Server } from './port.ts'
import { type RecycleState, selectRecycleState } from './queries.ts'
import { receive } from './receive.ts'
import { begin, putBackTime, setTime, standingOf } from './recycling.ts'

export { type Bip, openBip } from './bip.ts'
export { exportLog, listLog, listMessages } from './log.ts'
export { confirmDeletion, isAwaited, standingOf } from './recycling.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

/** Profiles are recycled at a time, or by null not at all. @returns what was set for each before */
export async function setRecycleTime(
  db: TenantDb,
  cause: Cause,
  { ids, recycleAt }: { ids: readonly string[]; recycleAt: Date | null },
): Promise<ReadonlyMap<string, Before>> {
  return await setTime(db, cause, { targets: await lockProfiles(db, cause.enterpriseId, ids), recycleAt })
}

/** Profiles are due at once: the engine recycles them, part by part. */
export async function makeDue(
  db: TenantDb,
  cause: Cause,
  { ids, reason }: { ids: readonly string[]; reason: RecycleReason },
): Promise<void> {
  const targets = await lockProfiles(db, cause.enterpriseId, ids)
  await setTime(db, cause, { targets, recycleAt: cause.at, why: reason })
}

/** As {@link setRecycleTime}, to what was set for each before. */
export async function putBackRecycleTime(
  db: TenantDb,
  cause: Cause,
  previous: ReadonlyMap<string, Before>,
): Promise<void> {
  const targets = await lockProfiles(db, cause.enterpriseId, [...previous.keys()])
  await putBackTime(db, cause, { targets, previousOf: ({ profile_id: id }) => previous.get(id)! })
}

/** What no card can have goes into stock at once; the others wait for their devices. */
export async function recycleNow(
  db: TenantDb,
  cause: Cause,
  { ids, reason }: { ids: readonly string[]; reason: RecycleReason },
): Promise<void> {
  await begin(db, cause, { targets: await lockProfiles(db, cause.enterpriseId, ids), reason })
}

/** @throws Problem `not_found` */
async function mustFind(server: Server, { enterpriseId }: Who, id: string): Promise<RecycleState> {
  const found = await server.db.tenantRead(enterpriseId, (db) => selectRecycleState(db, enterpriseId, id))
  if (!found) throw new Problem('not_found')
  return found
}

export async function readRecycling(server: Server, who: Who, id: string): Promise<Out<typeof contract.profile>> {
  const found = await mustFind(server, who, id)
  const standing = standingOf(found)
  const isWaiting = found.recycle_status === 'SCHEDULED' && found.recycle_begun_at !== null
  return {
    status: found.recycle_status,
    reason: found.recycle_reason,
    at: found.recycle_at?.toISOString() ?? null,
    begunAt: isWaiting ? found.recycle_begun_at!.toISOString() : null,
    waitsUntil: isWaiting ? (found.recycle_due_at?.toISOString() ?? null) : null,
    isHeld: standing === 'held',
    inStock: standing === 'in stock',
    counter: Number(found.recycle_counter),
    host: server.smdp.address.replace(/:\d+$/, ''),
    port: server.ports.bip,
    testDevicesOnly: found.device_trust === 'test',
  }
}

/**
 * What the applet of a profile would send. Only for profiles of test devices: for others nobody may say in their stead that
 * they are gone.
 * @throws Problem `test_only`, `not_found`
 */
export async function simulate(
  server: Server,
  who: Who,
  { id, kind, reason, send }: In<typeof contract.simulate>,
): Promise<Out<typeof contract.simulate>> {
  const found = await mustFind(server, who, id)
  if (found.device_trust !== 'test') throw new Problem('test_only')
  const counter = Math.max(1, Number(found.recycle_counter) + (kind === 'REPLAYED' ? 0 : 1))
  const message = writeMessage({ iccid: found.iccid, counter, reason }, appletKey(server.keys.recycle, found.order_id))
  if (kind === 'FORGED') message[message.length - 1]! ^= 1
  const received = send ? await receive(server, message, { address: 'simulator', simulated: true }) : undefined
  const outcome = received?.outcome ?? null
  await server.db.tenantTx(who.enterpriseId, (db) =>
    recordAudit(server, db, {
      action: 'recycle.simulated',
      enterpriseId: who.enterpriseId,
      object: { id, name: found.iccid },
      after: { kind, outcome },
    }),
  )
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
  return { message: hex(message), answer: received ? hex(received.answer) : null, outcome }
}
