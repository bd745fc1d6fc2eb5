import { type Fragment, fragment } from '../../../db/fragment.ts'
import type { Guard, Write } from '../../../db/write-together.ts'
import { furtherWrites } from './apply.ts'
import type { Cause } from './cause.ts'
import { type Effect, effectOf } from './effect.ts'
import type { UnlockedProfile } from './locked-profile.ts'
import { orderSet } from './order.ts'
import { versionedUpdate } from './statement.ts'
import type { Transition } from './transition.ts'

type UnlockedMove = {
  row: UnlockedProfile
  transition: Transition
  /** SQL: the plan order that a delivery is charged to, if an earlier guard charges it. */
  chargedTo?: Fragment | undefined
}

/** To be committed together by `commitGuarded`. */
type GuardedWrites = { guards: Guard[]; writes: Write[] }

/**
 * As `apply`, for a profile that was read without a lock: the guards apply only if its code, order, row and group are as they
 * were read. They lock order and profile in this order, as `lockCode` does, but not the code: who changes only the code comes
 * after this transition. A guard that locks the pool membership must be before them.
 * @throws TransitionError when the transition is not allowed
 */
export function applyUnlocked(cause: Cause, { row, transition, chargedTo }: UnlockedMove): GuardedWrites {
  const effect = effectOf({ row, transition }, cause.at)
  if (Object.keys(effect.code).length > 0 || effect.groupId !== undefined)
    throw new TypeError(`${transition.kind} changes what only its lock protects`)
  return { guards: guardsOf(cause, { effect, row, chargedTo }), writes: furtherWrites(cause, [effect]) }
}

type Guarding = { effect: Effect; row: UnlockedProfile; chargedTo: Fragment | undefined }

function guardsOf({ enterpriseId }: Cause, { effect, row, chargedTo }: Guarding): Guard[] {
  const { profile_id: profileId, order_id: orderId, group_id: groupId, activation_code_id: codeId } = row
  const order = orderSet(enterpriseId, effect)
  const isGroup = fragment`group_id is not distinct from ${groupId}::uuid`
  const isCode = fragment`exists (select from activation_code
    where enterprise_id = ${enterpriseId} and id = ${codeId} and xmin = ${row.code_version}::xid)`
  if (Object.keys(order).length === 0 && Object.keys(effect.profile).length === 0)
    return [
      {
        name: 'profile',
        sql: (
          after,
        ) => fragment`select 1 from download_order o join profile p on p.enterprise_id = o.enterprise_id and p.id = o.profile_id
        where o.enterprise_id = ${enterpriseId} and o.id = ${orderId} and o.xmin = ${row.order_version}::xid
          and p.xmin = ${row.profile_version}::xid and ${isCode} and exists (select from profile_place
            where enterprise_id = ${enterpriseId} and profile_id = ${profileId} and ${isGroup}) and ${after}`,
      },
    ]
  const set = chargedTo ? { ...order, charged_to: chargedTo } : order
  return [
    {
      name: 'order',
      sql: (after) =>
        versionedUpdate({
          ...{ table: 'download_order', enterpriseId, id: orderId, version: row.order_version, set },
          only: fragment`${after} and ${isCode}`,
        }),
    },
    {
      name: 'profile',
      sql: (after) =>
        versionedUpdate({
          ...{ table: 'profile', enterpriseId, id: profileId, version: row.profile_version, set: effect.profile },
          only: after,
        }),
    },
    {
      name: 'group',
      // a move to another group has the lock of the profile before it changes this row; `for key share` would not see that it has
      sql: (
        after,
      ) => fragment`select 1 from profile_place where enterprise_id = ${enterpriseId} and profile_id = ${profileId}
        and ${isGroup} and ${after} for share`,
    },
  ]
}
