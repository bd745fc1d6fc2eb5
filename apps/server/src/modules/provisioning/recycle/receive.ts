import type { MessageOutcome } from '@simwright/contract/provisioning/recycle'
import type { TenantDb } from '../../../db/database.ts'
import { type Cause, countAppletMessage, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { type AppletMessage, answers, appletKey, isGenuine, readMessage } from './message.ts'
import type { Server } from './port.ts'
import { insertEntries, type RecycleState, selectRecycleState } from './queries.ts'
import { isAwaited, standingOf, takeIntoStock } from './recycling.ts'

export type Receiver = Pick<Server, 'db' | 'clock' | 'random' | 'keys' | 'log'>

/** Where a message came from. `simulated`: from a tester in the portal. */
type Origin = { address: string; simulated: boolean }

type Received = { outcome: MessageOutcome; answer: Uint8Array }

/** Takes a message of an applet, whoever sent it: only a genuine one that is newer than all before does anything. */
export async function receive(server: Receiver, raw: Uint8Array, origin: Origin): Promise<Received> {
  const message = readMessage(raw)
  const place = message && (await findProfile(server, message))
  const outcome = !message
    ? 'MALFORMED'
    : !place
      ? 'UNKNOWN'
      : await server.db.tenantTx(place.enterpriseId, (db) => take(server, db, { place, message, raw, origin }))
  await server.db.global
    .insertInto('bip_message')
    .values({
      id: server.random.uuid(),
      at: server.clock.now(),
      address: origin.address,
      raw: Buffer.from(raw),
      iccid: message?.iccid ?? null,
      counter: message?.counter ?? null,
      reason: message?.reason ?? null,
      outcome,
      simulated: origin.simulated,
      enterprise_id: place?.enterpriseId ?? null,
    })
    .execute()
  return { outcome, answer: outcome === 'RECYCLED' || outcome === 'KNOWN' ? answers.taken : answers.refused }
}

type Place = { enterpriseId: string; profileId: string }

async function findProfile({ db }: Receiver, { iccid }: AppletMessage): Promise<Place | undefined> {
  const row = await db.global
    .selectFrom('iccid_directory')
    .select(['enterprise_id', 'profile_id'])
    .where('iccid', '=', iccid)
    .executeTakeFirst()
  return row && { enterpriseId: row.enterprise_id, profileId: row.profile_id }
}

type Taking = { place: Place; message: AppletMessage; raw: Uint8Array; origin: Origin }

/** A forged message locks nothing: whoever sends many of them keeps nobody waiting. */
async function take(server: Receiver, db: TenantDb, taking: Taking): Promise<MessageOutcome> {
  const { place, message, raw } = taking
  const seen = await selectRecycleState(db, place.enterpriseId, place.profileId)
  if (!seen || !isGenuine(raw, appletKey(server.keys.recycle, seen.order_id))) {
    if (seen)
      await refuse(server, db, {
        ...taking,
        seen,
        why: 'Its CMAC is wrong: it was forged, or belongs to another download.',
      })
    return 'FORGED'
  }
  const { enterpriseId } = place
  const targets = await lockProfiles(db, enterpriseId, [place.profileId])
  const { order_id: orderId } = seen
  const isSame = targets[0]?.order_id === orderId
  if (!isSame || !(await countAppletMessage(db, { enterpriseId, orderId, counter: message.counter }))) {
    await refuse(server, db, {
      ...taking,
      seen,
      why: `Its counter ${message.counter} was seen before: it is a replay.`,
    })
    return 'REPLAYED'
  }
  const standing = standingOf(targets[0]!)
  if (standing === 'in stock' || standing === 'removed') return 'KNOWN'
  const cause = { ...causeOf(server, taking), ...(seen.eid ? { deviceEid: seen.eid } : {}) }
  await takeIntoStock(db, cause, {
    targets,
    reasonOf: (target) => (isAwaited(target) ? target.recycle_reason : message.reason),
    text: { id: 'recycledByApplet', values: { message: message.counter } },
  })
  return 'RECYCLED'
}

const causeOf = (server: Receiver, { place, origin }: Taking): Cause => ({
  enterpriseId: place.enterpriseId,
  at: server.clock.now(),
  actor: { kind: 'device' },
  newId: server.random.uuid,
  address: origin.address,
})

type Refusing = Taking & { seen: RecycleState; why: string }

/** Nothing changes but the log. */
async function refuse(server: Receiver, db: TenantDb, { seen, why, ...taking }: Refusing): Promise<void> {
  await insertEntries(db, taking.place.enterpriseId, {
    ...causeOf(server, taking),
    targets: [seen],
    step: 'MESSAGE_REFUSED',
    reasonOf: () => taking.message.reason,
    dueAt: null,
    detail: `A message of an applet was refused, and nothing changed. ${why}`,
  })
}
