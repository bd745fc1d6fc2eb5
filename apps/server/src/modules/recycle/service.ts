import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { RecycleReason } from '@simwright/contract/profile-state'
import type * as contract from '@simwright/contract/recycle'
import type { TenantDb } from '../../db/database.ts'
import type { Server, Who } from '../../server.ts'
import { recordAudit } from '../audit/service.ts'
import { appletKey, writeMessage } from './message.ts'
import { lockForRecycling, type Standing, selectStanding } from './queries.ts'
import { receive } from './receive.ts'
import { begin, putBackTime, type RecycleBefore, type Recycling, setTime, standingOf } from './recycling.ts'

export { type Bip, openBip } from './bip.ts'
export { exportLog, listLog, listMessages } from './log.ts'
export { lockForRecycling, type RecycleTarget } from './queries.ts'
export { confirmDeletion, isAwaited, type RecycleBefore, type Recycling, standingOf } from './recycling.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

/** Profiles are recycled at a time, or by null not at all. */
export async function setRecycleTime(
  db: TenantDb,
  doing: Recycling,
  { ids, recycleAt }: { ids: readonly string[]; recycleAt: Date | null },
): Promise<void> {
  await setTime(db, doing, { targets: await lockForRecycling(db, doing.enterpriseId, ids), recycleAt })
}

/** Profiles are due at once: the engine recycles them, part by part. */
export async function makeDue(
  db: TenantDb,
  doing: Recycling,
  { ids, reason }: { ids: readonly string[]; reason: RecycleReason },
): Promise<void> {
  const targets = await lockForRecycling(db, doing.enterpriseId, ids)
  await setTime(db, doing, { targets, recycleAt: doing.at, why: reason })
}

/** As {@link setRecycleTime}, to what was set for each before. */
export async function putBackRecycleTime(
  db: TenantDb,
  doing: Recycling,
  goals: ReadonlyMap<string, RecycleBefore>,
): Promise<void> {
  const targets = await lockForRecycling(db, doing.enterpriseId, [...goals.keys()])
  await putBackTime(db, doing, { targets, goalOf: ({ id }) => goals.get(id)! })
}

/** What no card can have goes into stock at once; the others wait for their devices. */
export async function recycleNow(
  db: TenantDb,
  doing: Recycling,
  { ids, reason }: { ids: readonly string[]; reason: RecycleReason },
): Promise<void> {
  await begin(db, doing, { targets: await lockForRecycling(db, doing.enterpriseId, ids), reason })
}

/** @throws Problem `not_found` */
async function mustStand(server: Server, { enterpriseId }: Who, id: string): Promise<Standing> {
  const found = await server.db.tenantRead(enterpriseId, (db) => selectStanding(db, enterpriseId, id))
  if (!found) throw new Problem('not_found')
  return found
}

export async function readRecycling(server: Server, who: Who, id: string): Promise<Out<typeof contract.profile>> {
  const found = await mustStand(server, who, id)
  const standing = standingOf(found)
  const isWaiting = found.recycleStatus === 'SCHEDULED' && found.recycleBegunAt !== null
  return {
    status: found.recycleStatus,
    reason: found.recycleReason,
    at: found.recycleAt?.toISOString() ?? null,
    begunAt: isWaiting ? found.recycleBegunAt!.toISOString() : null,
    waitsUntil: isWaiting ? (found.recycleDueAt?.toISOString() ?? null) : null,
    isHeld: standing === 'held',
    inStock: standing === 'in stock',
    counter: Number(found.counter),
    host: server.smdp.address.replace(/:\d+$/, ''),
    port: server.ports.bip,
    testDevicesOnly: found.deviceTrust === 'test',
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
  const found = await mustStand(server, who, id)
  if (found.deviceTrust !== 'test') throw new Problem('test_only')
  const counter = Math.max(1, Number(found.counter) + (kind === 'REPLAYED' ? 0 : 1))
  const message = writeMessage({ iccid: found.iccid, counter, reason }, appletKey(server.keys.recycle, found.orderId))
  if (kind === 'FORGED') message[message.length - 1]! ^= 1
  const received = send ? await receive(server, message, { address: 'simulator', simulated: true }) : undefined
  const outcome = received?.outcome ?? null
  await server.db.tenantTx(who.enterpriseId, (db) =>
    recordAudit(server, db, {
      deed: 'recycle.simulated',
      enterpriseId: who.enterpriseId,
      object: { id, name: found.iccid },
      after: { kind, outcome },
    }),
  )
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
  return { message: hex(message), answer: received ? hex(received.answer) : null, outcome }
}
