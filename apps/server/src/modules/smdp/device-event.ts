import type { ProfileNotification } from '@simwright/rsp'
import type { TenantDb } from '../../db/database.ts'
import { type Write, writeTogether } from '../../db/write-together.ts'
import { backInPoolWrite, leaveEndedCampaign } from '../pools/service.ts'
import { changeWrites } from '../profiles/service.ts'
import { confirmDeletion, isAwaited } from '../recycle/service.ts'
import type { CodeRecord } from './hold.ts'
import { profileOf, type Recording, record } from './record.ts'
import type { Smdp } from './smdp.ts'
import { nextOrderWrites, orderWrite } from './write.ts'

/** `foreign`: said by another chip than the one that holds the profile. `late`: history already. */
export type RefusedNotification = { kind: 'foreign' | 'late'; text: string }

export function whyRefused(code: CodeRecord, told: ProfileNotification): RefusedNotification | undefined {
  if (code.order_eid !== told.eid) {
    return { kind: 'foreign', text: `An eUICC that does not hold the profile said "${told.event}"; nothing changed.` }
  }
  if (told.seqNumber <= code.last_sequence) return { kind: 'late', text: 'a newer notification was seen before' }
  if (code.order_state !== 'Installed' && code.order_state !== 'Downloaded') {
    return { kind: 'late', text: `the order's state is ${code.order_state}` }
  }
  return undefined
}

type Told = Pick<Recording, 'held' | 'speaker'> & { told: ProfileNotification; also: readonly Write[] }

const MOVES = {
  enable: { type: 'ENABLED', status: 'ENABLED', detail: 'The profile was enabled on the device.' },
  disable: { type: 'DISABLED', status: 'DISABLED', detail: 'The profile was disabled on the device.' },
} as const

/** What a device did with its profile, by its verified word. */
export async function applyNotification(smdp: Smdp, db: TenantDb, telling: Told): Promise<void> {
  const { held, speaker, told, also } = telling
  await catchUp(smdp, db, { held, speaker })
  const { event, seqNumber: lastSequence } = told
  if (event === 'delete') return await applyDeletion(smdp, db, telling)
  if (event === 'install') {
    // the installation result has said it, or has been caught up with
    const order = { enterpriseId: held.enterpriseId, id: held.code.order_id }
    await writeTogether(db, [...also, orderWrite(order, { lastSequence }, speaker.at)!])
    return
  }
  await record(smdp, db, { held, speaker, also, move: { ...MOVES[event], lastSequence } })
}

/** A device that speaks of the profile has installed it, even when its installation result never came. */
async function catchUp(smdp: Smdp, db: TenantDb, { held, speaker }: Pick<Told, 'held' | 'speaker'>): Promise<void> {
  if (held.code.order_state !== 'Downloaded') return
  const detail = 'The eUICC has the profile; its installation result did not come.'
  const move = { type: 'INSTALLED', detail, orderEvent: 'installed', status: 'INSTALLED' } as const
  await record(smdp, db, { held, speaker, move })
}

/**
 * While re-downloads are left, the profile is available again at once, under the same code. When it is to be recycled, this
 * was the device's word for it.
 */
async function applyDeletion(smdp: Smdp, db: TenantDb, { held, speaker, told, also }: Told): Promise<void> {
  const { code } = held
  const used = code.orders - 1
  const expired = code.expires_at !== null && code.expires_at <= speaker.at
  const recycling = { recycleStatus: code.recycle_status, recycleBegunAt: code.recycle_begun_at }
  const reusable = !isAwaited(recycling) && code.code_state === 'LIVE' && !expired && used < code.max_redownloads
  await record(smdp, db, {
    held,
    speaker,
    also,
    move: {
      type: 'DELETED',
      detail: 'The profile was deleted from the device.',
      orderEvent: reusable ? 'deletedAndReusable' : 'deletedForGood',
      status: 'DELETED',
      lastSequence: told.seqNumber,
    },
  })
  if (reusable) await makeAvailableAgain(smdp, db, { held, speaker, told })
  else if (code.recycle_status === 'SCHEDULED' || isAwaited(recycling))
    await recycleDeleted(smdp, db, { held, speaker, told })
}

async function recycleDeleted(
  smdp: Smdp,
  db: TenantDb,
  { held: { enterpriseId, code }, speaker, told }: Omit<Told, 'also'>,
): Promise<void> {
  const doing = {
    enterpriseId,
    at: speaker.at,
    actor: { kind: 'device' },
    newId: smdp.random.uuid,
    address: speaker.address,
  } as const
  await confirmDeletion(db, doing, { profileId: code.profile_id, eid: told.eid })
}

async function makeAvailableAgain(
  smdp: Smdp,
  db: TenantDb,
  { held, speaker, told }: Omit<Told, 'also'>,
): Promise<void> {
  const { enterpriseId, code } = held
  const { at } = speaker
  const order = {
    number: code.orders + 1,
    profileId: code.profile_id,
    activationCodeId: code.activation_code_id,
    eid: code.allow_device_change ? null : told.eid,
    lastSequence: code.allow_device_change ? -1 : told.seqNumber,
    deviceTrust: code.device_trust,
    at,
  }
  const forWhom = order.eid === null ? 'any device' : 'the same device'
  const left = code.max_redownloads - code.orders
  const change = {
    profile: profileOf(code),
    type: 'AVAILABLE_AGAIN',
    at,
    actor: { kind: 'system' },
    detail: `Available again under the same activation code, for ${forWhom}. Re-downloads left after this one: ${left}.`,
    status: 'AVAILABLE',
    orderState: 'Released',
    eid: order.eid,
  } as const
  if (order.eid === null) await leaveEndedCampaign(db, enterpriseId, code.profile_id)
  await writeTogether(db, [
    ...nextOrderWrites({ enterpriseId, id: smdp.random.uuid() }, order),
    ...(order.eid === null ? [backInPoolWrite(enterpriseId, code.profile_id)] : []),
    ...changeWrites(enterpriseId, { change, newId: () => smdp.random.uuid() }),
  ])
}
