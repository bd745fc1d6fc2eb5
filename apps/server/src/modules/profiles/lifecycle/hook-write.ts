import { eventSentence } from '@simwright/contract/profiles/event-text'
import type { EventType } from '@simwright/contract/profiles/event-type'
import { sql } from 'kysely'
import type { Write } from '../../../db/write-together.ts'
import { type NewOutboxRow, outboxWrite, type ProfileStep } from '../../platform/outbox/hook.ts'
import { creditWrite, installedWrite } from '../../platform/plans/hook.ts'
import { type ProgressStep, progressWrite } from '../../programs/es2plus/hook.ts'
import { endLeasesWrite, moveLeasesWrite } from '../../provisioning/lease/hook.ts'
import { pushWrites } from '../../provisioning/pushes/hook.ts'
import { deleteOwnEventWrite } from '../../provisioning/smds/hook.ts'
import { archiveWrites, freeAgainWrite, joinWrites, leaveWrites } from '../pools/hook.ts'
import type { Cause } from './cause.ts'
import { type Effect, isDownloadable } from './effect.ts'
import type { LockedProfile } from './locked-profile.ts'

/** Writes to the tables of other modules that go along with transitions. */
export function hookWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  return [
    ...leaseWrites(cause, effects),
    ...poolWrites(cause, effects),
    ...planWrites(cause, effects),
    ...movedPushWrites(cause, effects),
    ...outboxWrites(cause, effects),
    ...progressWrites(cause, effects),
    ...eventAtSmdsWrites(effects),
  ]
}

const idOf = ({ before }: Effect) => before.profile_id
const full = ({ before }: Effect) => before as LockedProfile

/** A lease ends when its profile is recycled, so a new recycle time is also the new end of the lease. */
function leaseWrites({ enterpriseId, at }: Cause, effects: readonly Effect[]): Write[] {
  const ended = effects.filter(({ lease, profile }) => lease === 'ends' || (lease === 'moves' && !profile.recycle_at))
  const moved = effects.filter(({ lease, profile }) => lease === 'moves' && profile.recycle_at)
  const byTime = Map.groupBy(moved, ({ profile }) => profile.recycle_at!.getTime())
  return [
    ...(ended.length === 0 ? [] : [endLeasesWrite(enterpriseId, ended.map(idOf), at)]),
    ...[...byTime].map(([time, alike]) => moveLeasesWrite(enterpriseId, alike.map(idOf), new Date(time))),
  ]
}

function poolWrites({ enterpriseId }: Cause, effects: readonly Effect[]): Write[] {
  const of = (wanted: Effect['pool']) => effects.filter(({ pool }) => pool === wanted)
  const byPool = Map.groupBy(of('joined'), ({ profile }) => profile.campaign_id!)
  const memberOf = (effect: Effect) => ({ profileId: idOf(effect), ownExpiresAt: full(effect).expires_at })
  const left = Map.groupBy(of('left'), (effect) => full(effect).pool_id!)
  return [
    ...[...byPool].flatMap(([poolId, joined]) => joinWrites({ enterpriseId, poolId }, joined.map(memberOf))),
    ...[...left].flatMap(([poolId, gone]) => leaveWrites({ enterpriseId, poolId }, gone.map(idOf))),
    ...(of('archived').length === 0 ? [] : archiveWrites(enterpriseId, of('archived').map(idOf))),
    ...(of('free again').length === 0 ? [] : [freeAgainWrite(enterpriseId, of('free again').map(idOf))]),
  ]
}

/** One write for each plan order, because two writes of a statement must not touch the same row. */
function planWrites({ enterpriseId }: Cause, effects: readonly Effect[]): Write[] {
  const of = (wanted: Effect['plan']) => {
    const charged = effects.filter((effect) => effect.plan === wanted && full(effect).charged_to !== null)
    return [...Map.groupBy(charged, (effect) => full(effect).charged_to!)]
  }
  return [
    ...of('installation').map(([orderId, alike]) => installedWrite(enterpriseId, orderId, alike.length)),
    ...of('credit').map(([orderId, alike]) => creditWrite(enterpriseId, orderId, alike.length)),
  ]
}

/** A push in progress ends together with its order. */
function movedPushWrites({ enterpriseId, at }: Cause, effects: readonly Effect[]): Write[] {
  return effects.flatMap((effect) => {
    const { push: to, event } = effect
    const { push_id: pushId } = full(effect)
    if (to === undefined || pushId === null) return []
    const reason = to === 'FAILED' && event ? { reason: eventSentence(event.text) } : {}
    return pushWrites(enterpriseId, pushId, { to, at, ...reason })
  })
}

type Step = Pick<ProfileStep, 'type' | 'status'>

/** The events of a profile that have a name in the open API. */
const STEPS: Partial<Record<EventType, Step>> = {
  DOWNLOADED: { type: 'DOWNLOADED', status: 'SUCCESS' },
  REFUSED: { type: 'DOWNLOADED', status: 'FAILED' },
  SESSION_CANCELED: { type: 'DOWNLOADED', status: 'FAILED' },
  INSTALLED: { type: 'INSTALLED', status: 'SUCCESS' },
  INSTALL_FAILED: { type: 'INSTALLED', status: 'FAILED' },
  ENABLED: { type: 'ENABLE', status: 'SUCCESS' },
  DISABLED: { type: 'DISABLE', status: 'SUCCESS' },
  DELETED: { type: 'DELETE', status: 'SUCCESS' },
}

/** What webhooks send. */
function outboxWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const rows = effects.flatMap((effect) => outboxRow(cause, effect) ?? [])
  return rows.length === 0 ? [] : [outboxWrite(cause, rows)]
}

function outboxRow(cause: Cause, effect: Effect): NewOutboxRow | undefined {
  const { before, after, event } = effect
  const { iccid } = before
  if (event?.type === 'RECYCLED' || event?.type === 'RECYCLE_FAILED') {
    const { eid, configuration_id: configurationId } = before
    const status = event.type === 'RECYCLED' ? 'Success' : 'Failed'
    const payload = { iccid, eid, orderId: full(effect).order_id, configurationId, status } as const
    return { id: cause.newId(), topic: 'recycle', payload }
  }
  const step = event && STEPS[event.type]
  if (!step) return undefined
  const { brand, model } = cause.device ?? { brand: after.device_brand, model: after.device_model }
  const payload = {
    ...step,
    profileId: before.profile_id,
    iccid,
    eid: cause.deviceEid ?? after.eid ?? before.eid,
    matchingId: full(effect).matching_id ?? null,
    configurationId: after.configuration_id,
    address: cause.address ?? null,
    device: [brand, model].filter(Boolean).join(' ') || null,
    message: step.status === 'FAILED' ? eventSentence(event.text) : null,
  }
  return { id: cause.newId(), topic: 'profile', payload }
}

/** What operators that ordered by ES2+ are notified of. */
function progressWrites(cause: Cause, effects: readonly Effect[]): Write[] {
  const steps = effects.flatMap((effect) => progressStep(cause, effect) ?? [])
  return steps.length === 0 ? [] : [progressWrite(cause, steps)]
}

function progressStep(cause: Cause, effect: Effect): ProgressStep | undefined {
  const { before, progress } = effect
  const { requester, order_id: orderId } = full(effect)
  if (!requester || !progress) return undefined
  const { point, status, withResult } = progress
  return {
    id: cause.newId(),
    orderId,
    profileId: before.profile_id,
    configurationId: before.configuration_id,
    requester,
    iccid: before.iccid,
    eid: cause.deviceEid ?? full(effect).order_eid,
    point,
    status,
    messageId: withResult ? (cause.messageId ?? null) : null,
  }
}

/** The event of an order that an operator had registered at our own SM-DS ends with the order. */
function eventAtSmdsWrites(effects: readonly Effect[]): Write[] {
  return effects.flatMap((effect) => {
    const { smds_address: smds, order_eid: eid, matching_id: eventId, order_state: before } = full(effect)
    const { state: after } = effect.order
    if (!smds || after === undefined || !isDownloadable(before) || isDownloadable(after)) return []
    return [deleteOwnEventWrite(sql`select ${eid}::text, ${eventId}::text`)]
  })
}
