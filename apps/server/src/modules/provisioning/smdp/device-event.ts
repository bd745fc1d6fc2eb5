import type { ProfileNotification } from '@simwright/rsp'
import type { TenantDb } from '../../../db/database.ts'
import type { Write } from '../../../db/write-together.ts'
import type { LockedProfile } from '../../profiles/lifecycle/service.ts'
import { awaitsConfirmation, confirmDeletion } from '../recycle/service.ts'
import { type Recording, record } from './record.ts'

/** `foreign`: said by another chip than the one that holds the profile. `late`: history already. */
export type RefusedNotification = { kind: 'foreign' | 'late'; text: string }

export function whyRefused(code: LockedProfile, told: ProfileNotification): RefusedNotification | undefined {
  if (code.order_eid !== told.eid) {
    return { kind: 'foreign', text: `An eUICC that does not hold the profile said "${told.event}"; nothing changed.` }
  }
  if (told.seqNumber <= code.last_sequence) return { kind: 'late', text: 'a newer notification was seen before' }
  if (code.order_state !== 'Installed' && code.order_state !== 'Downloaded') {
    return { kind: 'late', text: `the order's state is ${code.order_state}` }
  }
  return undefined
}

type Notified = Pick<Recording, 'cause' | 'code'> & { told: ProfileNotification; also: readonly Write[] }

/** What a device did with its profile, by its verified word. */
export async function applyNotification(db: TenantDb, notified: Notified): Promise<void> {
  const { cause, told, also } = notified
  const code = await catchUp(db, notified)
  const { event, seqNumber: lastSequence } = told
  if (event === 'delete') return await applyDeletion(db, { ...notified, code })
  // the installation result has said that it is installed, or was caught up with
  const kind = ({ enable: 'enabled', disable: 'disabled', install: 'notified' } as const)[event]
  await record(db, { cause, code, also, transition: { kind, lastSequence } })
}

/** A device that notifies us of the profile has installed it, even when its installation result never came. */
async function catchUp(db: TenantDb, { cause, code }: Notified): Promise<LockedProfile> {
  if (code.order_state !== 'Downloaded') return code
  return await record(db, { cause, code, transition: { kind: 'installed' } })
}

/**
 * While re-downloads are left, the profile is available again at once, under the same code. When it is to be recycled, the
 * notification confirms it.
 */
async function applyDeletion(db: TenantDb, { cause, code, told, also }: Notified): Promise<void> {
  const { eid, seqNumber: lastSequence } = told
  const isExpired = code.expires_at !== null && code.expires_at <= cause.at
  const isLeft = code.orders - 1 < code.max_redownloads
  const reusable = !awaitsConfirmation(code) && code.code_state === 'LIVE' && !isExpired && isLeft
  const deleted = await record(db, { cause, code, also, transition: { kind: 'deleted', lastSequence, reusable } })
  if (!reusable) {
    const isAskedFor = code.recycle_status === 'SCHEDULED' || awaitsConfirmation(code)
    if (isAskedFor) await confirmDeletion(db, cause, { profileId: code.profile_id })
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
