import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import type { Effect } from './effect.ts'
import type { LockedProfile } from './locked-profile.ts'
import { insertWrite, updateWrites } from './statement.ts'

type Context = Pick<Cause, 'enterpriseId' | 'at'>

const codeAndOrder = ({ before }: Effect) => before as LockedProfile

/** Writes current orders. */
export function orderUpdateWrites({ enterpriseId }: Context, effects: readonly Effect[]): Write[] {
  const updates = effects.map((effect) => ({ id: codeAndOrder(effect).order_id, set: orderSet(enterpriseId, effect) }))
  return updateWrites({ table: 'download_order', enterpriseId }, updates)
}

/** Writes new orders, directory entries by EID, stored packages and attempts. */
export function orderWrites(context: Context, effects: readonly Effect[]): Write[] {
  const { enterpriseId } = context
  return [
    ...nextOrderWrites(context, effects),
    ...directoryWrites(context, effects),
    ...packageWrites(context, effects),
    ...attemptWrites(enterpriseId, effects),
  ]
}

/**
 * An order that a download binds to a device continues the counters of this device: the sequence number of its
 * notifications under earlier orders, so that their replay is refused, and its attempts while the order was unbound.
 */
export function orderSet(enterpriseId: EnterpriseId, effect: Effect): Record<string, unknown> {
  const { order, continuesCounters } = effect
  const { profile_id: profileId, order_id: orderId, order_eid: bound } = codeAndOrder(effect)
  if (!continuesCounters || !order.eid) return order
  const earlier = fragment`(select max(e.last_sequence) from download_order e
    where e.enterprise_id = ${enterpriseId} and e.profile_id = ${profileId} and e.eid = ${order.eid})`
  const attempts = fragment`coalesce((select t.attempts from order_attempt t
    where t.enterprise_id = ${enterpriseId} and t.order_id = ${orderId} and t.eid = ${order.eid}), 0)`
  return {
    ...order,
    last_sequence: fragment`greatest(last_sequence, ${earlier})`,
    ...(bound === null ? { attempts } : {}),
  }
}

/** New orders of existing codes. The order of a new code is inserted with that code. */
function nextOrderWrites({ enterpriseId, at }: Context, effects: readonly Effect[]): Write[] {
  const rows = effects.flatMap((effect) => {
    const { next } = effect
    if (!next || next.activationCodeId !== undefined) return []
    const { profile_id, activation_code_id, orders, device_trust, requester, without_matching_id } =
      codeAndOrder(effect)
    return [
      {
        enterprise_id: enterpriseId,
        id: next.orderId,
        profile_id,
        activation_code_id,
        number: orders + 1,
        eid: next.eid,
        state: 'Released',
        state_at: at,
        device_trust,
        last_sequence: next.lastSequence,
        created_at: at,
        requester,
        without_matching_id,
      },
    ]
  })
  return rows.length === 0 ? [] : [insertWrite('download_order', rows)]
}

/** Deletes by EID and order, because the directory has no index by order alone. */
function directoryWrites({ enterpriseId, at }: Context, effects: readonly Effect[]): Write[] {
  const unlinked = effects.filter(({ unlinkedEid }) => unlinkedEid !== null)
  const linked = effects.flatMap((effect) => {
    const { next, linkedEid } = effect
    // an order under a new code is linked where that code is inserted
    if (linkedEid === null || next?.activationCodeId !== undefined) return []
    const { order_id, activation_code_id } = codeAndOrder(effect)
    const order = next?.orderId ?? order_id
    return [{ eid: linkedEid, enterprise_id: enterpriseId, order_id: order, activation_code_id, created_at: at }]
  })
  return [
    ...(unlinked.length === 0 ? [] : [unlinkWrite(unlinked)]),
    ...(linked.length === 0 ? [] : [insertWrite('linked_order_directory', linked)]),
  ]
}

function unlinkWrite(unlinked: readonly Effect[]): Write {
  const eids = unlinked.map(({ unlinkedEid }) => unlinkedEid)
  const orderIds = unlinked.map((effect) => codeAndOrder(effect).order_id)
  if (unlinked.length === 1)
    return fragment`delete from linked_order_directory where eid = ${eids[0]} and order_id = ${orderIds[0]}`
  return fragment`
    delete from linked_order_directory l using unnest(${eids}::text[], ${orderIds}::uuid[]) as r(eid, order_id)
    where l.eid = r.eid and l.order_id = r.order_id`
}

function packageWrites({ enterpriseId, at }: Context, effects: readonly Effect[]): Write[] {
  const dropped = effects.filter(({ dropsPackage }) => dropsPackage).map((effect) => codeAndOrder(effect).order_id)
  const which = dropped.length === 1 ? fragment`order_id = ${dropped[0]}` : fragment`order_id = any(${dropped}::uuid[])`
  return [
    ...(dropped.length === 0
      ? []
      : [fragment`delete from bound_package where enterprise_id = ${enterpriseId} and ${which}`]),
    ...effects.flatMap((effect) => {
      const { sealedPackage } = effect
      if (!sealedPackage) return []
      const { order_id } = codeAndOrder(effect)
      return [
        fragment`
          insert into bound_package (enterprise_id, order_id, sealed, created_at)
          values (${enterpriseId}, ${order_id}, ${sealedPackage}, ${at})
          on conflict (enterprise_id, order_id) do update set sealed = excluded.sealed, created_at = excluded.created_at`,
      ]
    }),
  ]
}

function attemptWrites(enterpriseId: EnterpriseId, effects: readonly Effect[]): Write[] {
  const ids = effects.filter(({ clearsAttempts }) => clearsAttempts).map((effect) => codeAndOrder(effect).order_id)
  if (ids.length === 0) return []
  return [fragment`delete from order_attempt where enterprise_id = ${enterpriseId} and order_id = any(${ids}::uuid[])`]
}
