import type { MessageOutcome } from '@simwright/contract/provisioning/recycle'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { RecycleServer as Server } from '../../../port/module.ts'
import { type Cause, countAppletMessage, lockProfiles } from '../../profiles/lifecycle/service.ts'
import { type AppletMessage, answers, appletKey, isGenuine, readMessage } from './message.ts'
import { insertEntries, type RecycleState, selectRecycleState } from './queries.ts'
import { awaitsConfirmation, stockStateOf, takeIntoStock } from './recycling.ts'

export type Receiver = Pick<Server, 'db' | 'clock' | 'random' | 'keys' | 'log'>

/** Where a message came from. `simulated`: from a user of the portal's simulator. */
type Origin = { address: string; simulated: boolean }

type Received = { outcome: MessageOutcome; answer: Uint8Array }

/** Processes and logs a message. Only a genuine message with a counter higher than all before has an effect. */
export async function receive(server: Receiver, raw: Uint8Array, origin: Origin): Promise<Received> {
  const message = readMessage(raw)
  const profile = message && (await findProfile(server, message))
  const outcome = !message
    ? 'MALFORMED'
    : !profile
      ? 'UNKNOWN'
      : await server.db.tenantTx(profile.enterpriseId, (db) =>
          processMessage(server, db, { profile, message, raw, origin }),
        )
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
      enterprise_id: profile?.enterpriseId ?? null,
    })
    .execute()
  return { outcome, answer: outcome === 'RECYCLED' || outcome === 'KNOWN' ? answers.taken : answers.refused }
}

type ProfileRef = { enterpriseId: EnterpriseId; profileId: ProfileId }

/** The profile that a message names. */
export async function findProfile(
  { db }: Pick<Receiver, 'db'>,
  { iccid }: AppletMessage,
): Promise<ProfileRef | undefined> {
  const key = findIccid(iccid)
  if (key === undefined) return undefined
  const row = await db.global
    .selectFrom('iccid_directory')
    .select(['enterprise_id', 'profile_id'])
    .where('iccid', '=', key)
    .executeTakeFirst()
  return row?.profile_id ? { enterpriseId: row.enterprise_id, profileId: row.profile_id } : undefined
}

type IncomingMessage = { profile: ProfileRef; message: AppletMessage; raw: Uint8Array; origin: Origin }

/** A forged message locks no row, so sending many of them blocks nobody. */
async function processMessage(server: Receiver, db: TenantDb, incoming: IncomingMessage): Promise<MessageOutcome> {
  const { profile, message, raw } = incoming
  const seen = await selectRecycleState(db, profile.profileId)
  if (!seen || !isGenuine(raw, appletKey(server.keys.recycle, seen.order_id))) {
    if (seen)
      await refuse(server, db, {
        ...incoming,
        seen,
        why: 'Its CMAC is wrong: it was forged, or belongs to another download.',
      })
    return 'FORGED'
  }
  const { enterpriseId } = profile
  const targets = await lockProfiles(db, enterpriseId, [profile.profileId])
  const { order_id: orderId } = seen
  const isSame = targets[0]?.order_id === orderId
  if (!isSame || !(await countAppletMessage(db, { orderId, counter: message.counter }))) {
    await refuse(server, db, {
      ...incoming,
      seen,
      why: `Its counter ${message.counter} was seen before: it is a replay.`,
    })
    return 'REPLAYED'
  }
  const state = stockStateOf(targets[0]!)
  if (state === 'in stock' || state === 'removed') return 'KNOWN'
  const cause = { ...causeOf(server, incoming), ...(seen.eid ? { deviceEid: seen.eid } : {}) }
  await takeIntoStock(db, cause, {
    targets,
    reasonOf: (target) => (awaitsConfirmation(target) ? target.recycle_reason : message.reason),
    text: { id: 'recycledByApplet', values: { message: message.counter } },
  })
  return 'RECYCLED'
}

const causeOf = (server: Receiver, { profile, origin }: IncomingMessage): Cause => ({
  enterpriseId: profile.enterpriseId,
  at: server.clock.now(),
  actor: { kind: 'device' },
  newId: server.random.uuid,
  address: origin.address,
})

type RefusedMessage = IncomingMessage & { seen: RecycleState; why: string }

/** Logs the refusal and changes nothing else. */
async function refuse(server: Receiver, db: TenantDb, { seen, why, ...incoming }: RefusedMessage): Promise<void> {
  await insertEntries(db, {
    ...causeOf(server, incoming),
    targets: [seen],
    step: 'MESSAGE_REFUSED',
    reasonOf: () => incoming.message.reason,
    dueAt: null,
    detail: `A message of an applet was refused, and nothing changed. ${why}`,
  })
}
