import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId, OrderId, ProfileId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import type { Guard } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import { countWrites, type Delta, sumDeltas } from './counter.ts'
import { DIMENSION_COLUMNS } from './dimension.ts'
import type { JoinedRead } from './lock.ts'

type OrderOfDevice = { enterpriseId: EnterpriseId; orderId: OrderId; eid: string }

const countConfirmationStatement = statement(
  'count confirmation code',
  ({ enterpriseId, orderId, eid }: OrderOfDevice) => sql`
    update download_order o set confirmation_failures = o.confirmation_failures + 1
    from activation_code a
    where o.enterprise_id = ${enterpriseId} and o.id = ${orderId} and o.state in ('Released', 'Downloaded')
      and (o.eid is null or o.eid = ${eid}) and a.enterprise_id = o.enterprise_id and a.id = o.activation_code_id
      and a.sealed_confirmation is not null
    returning o.confirmation_failures`,
)

/**
 * Counts a confirmation code attempt before the comparison, in its own transaction, so that it counts even if the call
 * fails. @returns the failures including this one; undefined when the order has no code, or is for another device
 */
export async function countConfirmation(db: TenantDb, order: OrderOfDevice): Promise<number | undefined> {
  return (await countConfirmationStatement(db, order))[0]?.confirmation_failures
}

type OrderAttempt = OrderOfDevice & { at: Date }

const countAttempt = statement(
  'count order attempt',
  ({ enterpriseId, orderId, eid, at }: OrderAttempt) => sql`
    insert into order_attempt as t (enterprise_id, order_id, eid, attempts, last_seen_at)
    values (${enterpriseId}, ${orderId}, ${eid}, 1, ${at})
    on conflict (enterprise_id, order_id, eid) do update set attempts = t.attempts + 1, last_seen_at = excluded.last_seen_at
    returning t.attempts`,
)

/**
 * Counts a download attempt of one device for an unbound order, whose code is locked.
 * @returns the device's attempts so far
 */
export async function countOrderAttempt(db: TenantDb, attempt: OrderAttempt): Promise<number> {
  return (await countAttempt(db, attempt))[0]!.attempts
}

/** Reads how often a device has tried while the order is of no device. */
export const orderAttemptsRead = (attemptEid: string): JoinedRead<{ attemptEid: string }> => ({
  name: 'attempts',
  values: { attemptEid },
  build: (values) => ({
    columns: sql`oa.attempts as device_attempts`,
    from: sql`left join order_attempt oa on oa.enterprise_id = o.enterprise_id and oa.order_id = o.id
      and oa.eid = ${values.attemptEid}`,
  }),
})

/**
 * The guard that counts the attempt of a device for an unbound order, if it is its `nth`; the order was read without a lock.
 * The key refuses a first attempt that is not the first: `on conflict` would be one more record of the log.
 */
export const orderAttemptGuard = ({ enterpriseId, orderId, eid, at, nth }: OrderAttempt & { nth: number }): Guard => ({
  name: 'attempt',
  sql: () =>
    nth === 1
      ? fragment`insert into order_attempt (enterprise_id, order_id, eid, attempts, last_seen_at)
          values (${enterpriseId}, ${orderId}, ${eid}, 1, ${at}) returning 1`
      : fragment`update order_attempt set attempts = ${nth}::integer, last_seen_at = ${at}
          where enterprise_id = ${enterpriseId} and order_id = ${orderId} and eid = ${eid} and attempts = ${nth}::integer - 1
          returning 1`,
})

const countAppletMessageStatement = statement(
  'count applet message',
  ({ counter, enterpriseId, orderId }: { counter: number; enterpriseId: EnterpriseId; orderId: OrderId }) => sql`
    update download_order set recycle_counter = ${counter}
    where enterprise_id = ${enterpriseId} and id = ${orderId} and recycle_counter < ${counter} returning id`,
)

/**
 * Stores the counter of a message of the Recycle applet.
 * @returns false for a replay: the counter is not higher than the stored one
 */
export async function countAppletMessage(
  db: TenantDb,
  { orderId, counter }: { orderId: OrderId; counter: number },
): Promise<boolean> {
  const rows = await countAppletMessageStatement(db, { counter, enterpriseId: db.enterpriseId, orderId })
  return rows.length === 1
}

type EndedDownload = { enterpriseId: EnterpriseId; profileId: ProfileId; eid: string; sequence: number }

const countEndedStatement = statement(
  'count notification of ended download',
  ({ enterpriseId, profileId, eid, sequence }: EndedDownload) => sql`
    with ended as (
      select enterprise_id, id, last_sequence from download_order
      where enterprise_id = ${enterpriseId} and profile_id = ${profileId} and eid = ${eid} and handed_out_at is not null
      order by created_at desc, id desc limit 1
    ), counted as (
      update download_order o set last_sequence = ${sequence} from ended
      where o.enterprise_id = ended.enterprise_id and o.id = ended.id and ended.last_sequence < ${sequence}
    )
    select last_sequence < ${sequence} as is_new from ended`,
)

/**
 * Stores the sequence number of a notification from the eUICC of an ended download.
 * @returns `seen` if a newer one was stored before; undefined if this eUICC never got the profile
 */
export async function countEndedDownload(db: TenantDb, ended: EndedDownload): Promise<'new' | 'seen' | undefined> {
  const [counted] = await countEndedStatement(db, ended)
  return counted && (counted.is_new ? 'new' : 'seen')
}

/** Opens or closes the public page of a profile's code. Recycled profiles and sample data have none. */
export async function setPublicPage(
  db: TenantDb,
  { profileId }: { profileId: ProfileId },
  page: 'open' | 'closed',
): Promise<void> {
  await db
    .updateTable('profile')
    .set({ ac_format: page === 'open' ? 'AC_LINK' : 'PICTURE' })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', profileId)
    .where('ac_format', '<>', 'NONE')
    .where('sample', '=', false)
    .execute()
}

export type NamedEuicc = { enterpriseId: EnterpriseId; eid: string; brand: string; model: string }

const fillDeviceNamesStatement = shapedStatement(
  'fill device names',
  ({ holders }: { holders: readonly NamedEuicc[] }) => sql`
    with target as materialized (
      select p.enterprise_id, p.id, r.eid, r.brand, r.model
      from unnest(${holders.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${holders.map(({ eid }) => eid)}::text[],
        ${holders.map(({ brand }) => brand)}::text[], ${holders.map(({ model }) => model)}::text[])
        as r(enterprise_id, eid, brand, model)
      join profile p on p.enterprise_id = r.enterprise_id and p.eid = r.eid
      where not p.removed and p.device_brand is null and p.downloads > 0 order by p.enterprise_id, p.id for no key update of p
    ), orders as (
      update download_order o set device_brand = target.brand, device_model = target.model from target
      where o.enterprise_id = target.enterprise_id and o.profile_id = target.id and o.eid = target.eid
        and o.handed_out_at is not null and o.device_brand is null
    )
    update profile p set device_brand = target.brand, device_model = target.model from target
    where p.enterprise_id = target.enterprise_id and p.id = target.id
    returning p.enterprise_id, p.device_brand as brand, (select m.group_id from profile_place m
      where m.enterprise_id = p.enterprise_id and m.profile_id = p.id) as group_id`,
  { present: ['brand'], shapes: [{ holders: [] }] },
)

/**
 * Sets brand and model of profiles and orders that were downloaded by these devices before their TAC was known.
 * Requires access to all enterprises.
 */
export async function fillDeviceNames(
  system: SystemDb,
  { holders, at, newId }: { holders: readonly NamedEuicc[] } & Pick<Cause, 'at' | 'newId'>,
): Promise<void> {
  const rows = await fillDeviceNamesStatement(system, { holders })
  for (const [enterpriseId, branded] of Map.groupBy(rows, (row) => row.enterprise_id)) {
    const deltas = branded.map(({ brand, group_id: groupId }): Delta => {
      return { metric: 'brand', dimension: brand, groupId, configurationId: null, delta: 1 }
    })
    for (const write of countWrites({ enterpriseId, at, newId }, sumDeltas(deltas), undefined))
      await write.execute(system)
  }
}

/**
 * Deletes and returns the first `limit` rows of queued deltas, which the same statement adds to the counters. Consumers take
 * turns, so that no row is locked before it is deleted, which would be one more record of the log; none for whom it is not
 * the turn.
 */
export const dequeueDeltas = (limit: number) => sql`
  delete from rollup_queue where (enterprise_id, id) in (
    select enterprise_id, id from rollup_queue
    where (select pg_try_advisory_xact_lock(hashtextextended('fold rollup_queue', 0)))
    order by enterprise_id, id limit ${limit})
  returning enterprise_id, deltas, bucket, subject_code, reason_code,
    ${sql.join(DIMENSION_COLUMNS.map((column) => sql.ref(column)))}`

export async function hasCodes(db: TenantDb): Promise<boolean> {
  const one = db.selectFrom('activation_code').select('id').where('enterprise_id', '=', db.enterpriseId).limit(1)
  return (await one.execute()).length > 0
}
