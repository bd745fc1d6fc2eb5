import type { ProfileNotification } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import { countEndedDownload, type LockedProfile, type Transition } from '../../profiles/lifecycle/service.ts'
import { awaitsConfirmation, confirmDeletion } from '../recycle/service.ts'
import type { CodeRecord } from './code-record.ts'
import { type Recording, record } from './record.ts'

/**
 * `foreign`: from an eUICC that does not have the profile. `ended`: from one whose download of it has ended. `late`:
 * outdated by a newer event.
 */
export type RefusedNotification = { kind: 'foreign' | 'ended' | 'late'; text: string }

export function whyRefused(code: LockedProfile, notification: ProfileNotification): RefusedNotification | undefined {
  if (code.order_eid !== notification.eid) {
    return {
      kind: 'foreign',
      text: `An eUICC that does not hold the profile said "${notification.event}"; nothing changed.`,
    }
  }
  if (notification.seqNumber <= code.last_sequence)
    return { kind: 'late', text: 'a newer notification was seen before' }
  if (code.order_state !== 'Installed' && code.order_state !== 'Downloaded') {
    return { kind: 'ended', text: `the order's state is ${code.order_state}` }
  }
  return undefined
}

type Ended = { enterpriseId: EnterpriseId; profileId: ProfileId; notification: ProfileNotification }

/** A refusal, with regard to the ended downloads of the profile: each of their notifications counts once. */
export async function amongEnded(
  db: TenantDb,
  refused: RefusedNotification,
  { notification: { eid, event, seqNumber: sequence }, ...profile }: Ended,
): Promise<RefusedNotification> {
  if (refused.kind === 'late') return refused
  const counted = await countEndedDownload(db, { ...profile, eid, sequence })
  if (counted === undefined) return refused.kind === 'ended' ? { ...refused, kind: 'late' } : refused
  if (counted === 'seen') return { kind: 'late', text: 'a newer notification was seen before' }
  return { kind: 'ended', text: `The eUICC of an ended download reported "${event}"; nothing changed.` }
}

/** The timeline entry of a refused notification. A late one has none. */
export function refusalEntry(
  { kind, text }: RefusedNotification,
  event: ProfileNotification['event'],
): Transition | undefined {
  if (kind === 'late') return undefined
  if (kind === 'ended' && event === 'delete') return { kind: 'deletedLate' }
  return { kind: 'notificationRefused', reason: text }
}

type Notified = Pick<Recording, 'cause'> & {
  code: CodeRecord
  notification: ProfileNotification
  also: readonly Write[]
}

/** Applies a verified notification to its profile. */
export async function applyNotification(db: TenantDb, notified: Notified): Promise<void> {
  const { cause, notification, also } = notified
  const code = await completeInstallation(db, notified)
  const { event, seqNumber: lastSequence } = notification
  if (event === 'delete') return await applyDeletion(db, { ...notified, code })
  // `install` adds nothing to the installation result
  const kind = ({ enable: 'enabled', disable: 'disabled', install: 'notified' } as const)[event]
  await record(db, { cause, code, also, transition: { kind, lastSequence } })
}

/** A notification proves the installation, even when the installation result never arrived. */
async function completeInstallation(db: TenantDb, { cause, code }: Notified): Promise<CodeRecord> {
  if (code.order_state !== 'Downloaded') return code
  return await record(db, { cause, code, transition: { kind: 'installed' } })
}

/**
 * Applies a deletion. While re-downloads are left, the profile is available again under the same code. For a profile
 * that is being recycled, the deletion completes the recycling.
 */
async function applyDeletion(db: TenantDb, { cause, code, notification, also }: Notified): Promise<void> {
  const { eid, seqNumber: lastSequence } = notification
  const isExpired = code.expires_at !== null && code.expires_at <= cause.at
  const isLeft = code.orders - 1 < code.max_redownloads
  const reusable = !awaitsConfirmation(code) && code.code_state === 'LIVE' && !isExpired && isLeft
  const deleted = await record(db, { cause, code, also, transition: { kind: 'deleted', lastSequence, reusable } })
  if (!reusable) {
    const isAskedFor = code.recycle_status === 'SCHEDULED' || awaitsConfirmation(code)
    if (isAskedFor && !code.trial) await confirmDeletion(db, cause, { profileId: code.profile_id })
    return
  }
  const next = code.allow_device_change ? { eid: null, lastSequence: -1 } : { eid, lastSequence }
  const { device: _, deviceEid: __, messageId: ___, ...rest } = cause
  await record(db, {
    cause: { ...rest, actor: { kind: 'system' } },
    code: deleted,
    transition: { kind: 'availableAgain', orderId: cause.newId(), ...next },
  })
}
