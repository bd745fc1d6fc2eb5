import type { PlannedState } from '@simwright/contract/provisioning/planned-delivery'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import type { PlannedDeliveryTable } from '../../../db/tables.gen.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type NewPlanned = Omit<Insertable<PlannedDeliveryTable>, 'enterprise_id'>

const INSERTED_AT_ONCE = 500

/** Adds deliveries. A profile that another call planned in the meantime is left out. @returns the ids of those added */
export async function insertPlanned(db: TenantDb, rows: readonly NewPlanned[]): Promise<string[]> {
  const added: string[] = []
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    const inserted = await db
      .insertInto('planned_delivery')
      .values(rows.slice(from, from + INSERTED_AT_ONCE).map((row) => ({ enterprise_id: db.enterpriseId, ...row })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    added.push(...inserted.map(({ id }) => id))
  }
  return added
}

const countOpenStatement = statement(
  'count planned deliveries',
  ({ enterpriseId, cap }: { enterpriseId: EnterpriseId; cap: number }) => sql`
    select count(*) as counted from (
      select from planned_delivery where enterprise_id = ${enterpriseId} and state = 'PLANNED' limit ${cap}) o`,
  { present: ['counted'] },
)

/** Deliveries that are not sent yet; counts to `cap`. */
export async function countOpen(db: TenantDb, cap: number): Promise<number> {
  return Number((await countOpenStatement(db, { enterpriseId: db.enterpriseId, cap }))[0]!.counted)
}

const plannedProfilesStatement = statement(
  'select profiles with planned delivery',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly ProfileId[] }) => sql`
    select profile_id from planned_delivery
    where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[]) and state = 'PLANNED'`,
)

/** Those of the profiles that have a delivery which is not sent yet. */
export async function selectPlannedProfiles(db: TenantDb, ids: readonly ProfileId[]): Promise<Set<ProfileId>> {
  const rows = await plannedProfilesStatement(db, { enterpriseId: db.enterpriseId, ids })
  return new Set(rows.map((row) => row.profile_id))
}

type Filter = {
  state?: readonly PlannedState[] | undefined
  profileId?: string | undefined
  planId?: string | undefined
  search?: string | undefined
}

/** The state that users see: what is due and not sent yet waits. */
const stateClause = (state: PlannedState, at: Date): RawBuilder<unknown> =>
  state === 'PLANNED'
    ? sql`(d.state = 'PLANNED' and d.due_at > ${at})`
    : state === 'WAITING'
      ? sql`(d.state = 'QUEUED' or d.state = 'PLANNED' and d.due_at <= ${at})`
      : sql`d.state = ${state}`

function filterClause(enterpriseId: EnterpriseId, { state, profileId, planId, search }: Filter, at: Date) {
  const states = state?.map((one) => stateClause(one, at))
  return sql`d.enterprise_id = ${enterpriseId}
    ${states?.length ? sql`and (${sql.join(states, sql` or `)})` : sql``}
    ${profileId ? sql`and d.profile_id = ${profileId}` : sql``}
    ${planId ? sql`and d.plan_id = ${planId}` : sql``}
    ${search ? sql`and ${prefixRange(sql`lower(d.recipient) collate "C"`, search)}` : sql``}`
}

export type PlannedRecord = RowOf<'select planned deliveries'>

const plannedStatement = shapedStatement(
  'select planned deliveries',
  ({
    filter,
    after,
    order,
    limit,
  }: Record<'filter' | 'after' | 'order', RawBuilder<unknown>> & { limit: number }) => sql`
    select d.*, p.iccid, coalesce(${nameOfUser('d.planned_by')}, '') as planned_by_name
    from planned_delivery d join profile p on p.enterprise_id = d.enterprise_id and p.id = d.profile_id
    where ${filter} ${after} order by d.due_at ${order}, d.id ${order} limit ${limit}`,
  { present: ['planned_by_name'], shapes: [{ filter: sql`true`, after: sql``, order: sql`asc` }] },
)

type Page = { filter: Filter; at: Date; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

/** Up to `limit + 1` deliveries. */
export async function selectPlanned(
  db: TenantDb,
  { filter, at, direction, keyset, limit }: Page,
): Promise<PlannedRecord[]> {
  const after = keyset
    ? sql`and (d.due_at, d.id) ${direction === 'asc' ? sql`>` : sql`<`}
        (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  return await plannedStatement(db, {
    filter: filterClause(db.enterpriseId, filter, at),
    after,
    order: direction === 'asc' ? sql`asc` : sql`desc`,
    limit: limit + 1,
  })
}

export async function countPlanned(db: TenantDb, { filter, at }: Pick<Page, 'filter' | 'at'>): Promise<number> {
  return await countCapped(db, sql`select 1 from planned_delivery d where ${filterClause(db.enterpriseId, filter, at)}`)
}

export type LockedRecord = Selectable<PlannedDeliveryTable>

/** Those of the deliveries that are not sent yet, locked until the transaction ends. */
export async function lockOpen(
  db: TenantDb,
  chosen: { ids: readonly string[] } | { planId: string },
): Promise<LockedRecord[]> {
  const open = db
    .selectFrom('planned_delivery')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'PLANNED')
  const only = 'ids' in chosen ? open.where('id', 'in', chosen.ids) : open.where('plan_id', '=', chosen.planId)
  return await only.orderBy('id').forUpdate().execute()
}

/** Those of the deliveries that are not sent yet and that no other process has locked. */
export async function lockFree(db: TenantDb, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('planned_delivery')
    .select(['id', 'version'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'PLANNED')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** A delivery that was not found among those that can be changed. @returns its state and version */
export async function selectState(
  db: TenantDb,
  id: string,
): Promise<Pick<LockedRecord, 'state' | 'version'> | undefined> {
  return await db
    .selectFrom('planned_delivery')
    .select(['state', 'version'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type Change = Partial<Omit<NewPlanned, 'id' | 'plan_id' | 'profile_id' | 'created_at'>>

/** Changes deliveries, and their version: what a process has read before is out of date. */
export async function updatePlanned(db: TenantDb, ids: readonly string[], change: Change): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('planned_delivery')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', 'in', ids)
    .execute()
}

const dueStatement = statement(
  'select due deliveries',
  ({ now, state, limit }: { now: Date; state: 'PLANNED' | 'QUEUED'; limit: number }) => sql`
    select enterprise_id, id from planned_delivery
    where state in ('PLANNED', 'QUEUED') and state = ${state} and next_at <= ${now} order by next_at limit ${limit}`,
)

/** Deliveries of all enterprise accounts that are due, the longest first, by account. */
export async function selectDue(
  db: SystemDb,
  due: { now: Date; state: 'PLANNED' | 'QUEUED'; limit: number },
): Promise<Map<EnterpriseId, string[]>> {
  const found = new Map<EnterpriseId, string[]>()
  for (const { enterprise_id: enterpriseId, id } of await dueStatement(db, due))
    found.set(enterpriseId, [...(found.get(enterpriseId) ?? []), id])
  return found
}

/** Whether a planned delivery is due, or the answer of the mail server is looked up again. */
export const plannedDue = (now: Date) =>
  condition`(select min(next_at) from planned_delivery where state in ('PLANNED', 'QUEUED')) <= ${now}`

/** The deliveries by id that are not sent yet. */
export async function selectOpen(db: TenantDb, ids: readonly string[]): Promise<LockedRecord[]> {
  return await db
    .selectFrom('planned_delivery')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'PLANNED')
    .where('id', 'in', ids)
    .orderBy('next_at')
    .orderBy('id')
    .execute()
}

const visibleStatement = statement(
  'select visible profiles',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly ProfileId[] }) => sql`
    select id from profile where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[])`,
)

/** Those of the profiles that the database shows to the caller, who may be limited to groups. */
export async function selectVisible(db: TenantDb, ids: readonly ProfileId[]): Promise<Set<ProfileId>> {
  return new Set((await visibleStatement(db, { enterpriseId: db.enterpriseId, ids })).map(({ id }) => id))
}

const settleStatement = statement(
  'settle planned deliveries',
  ({ enterpriseId, ids, at }: { enterpriseId: EnterpriseId; ids: readonly string[]; at: Date }) => sql`
    with answered as (
      select d.id, e.id is null as gone, e.state = 'FAILED' as refused, e.last_error, e.sent_at
      from planned_delivery d left join mail_message e on e.id = d.mail_id
      where d.enterprise_id = ${enterpriseId} and d.id = any(${ids}::uuid[]) and d.state = 'QUEUED'
        and (e.id is null or e.state <> 'WAITING')
      order by d.id for update of d skip locked
    )
    update planned_delivery d set ended_at = ${at}, version = version + 1,
      state = case when a.gone or a.refused then 'REFUSED' else 'SENT' end,
      reason = case when a.gone then 'The e-mail was deleted before the mail server answered.'
        when a.refused then a.last_error end,
      sent_at = case when a.gone or a.refused then null else coalesce(a.sent_at, ${at}) end
    from answered a where d.enterprise_id = ${enterpriseId} and d.id = a.id
    returning d.id, d.state, d.reason, d.profile_id, d.planned_by`,
)

export type Settled = RowOf<'settle planned deliveries'>

/** Records what the mail server answered. @returns the deliveries with an answer */
export async function settle(db: TenantDb, ids: readonly string[], at: Date): Promise<Settled[]> {
  return await settleStatement(db, { enterpriseId: db.enterpriseId, ids, at })
}

const reopenStatement = statement(
  'reopen refused deliveries',
  ({ since, at, limit }: { since: Date; at: Date; limit: number }) => sql`
    with retried as (
      select d.enterprise_id, d.id from planned_delivery d join mail_message e on e.id = d.mail_id
      where d.state = 'REFUSED' and d.ended_at > ${since} and e.state <> 'FAILED'
      order by d.ended_at limit ${limit} for update of d skip locked)
    update planned_delivery d set state = 'QUEUED', ended_at = null, reason = null, next_at = ${at}, version = version + 1
    from retried r where d.enterprise_id = r.enterprise_id and d.id = r.id and d.state = 'REFUSED' returning d.id`,
)

/** Refused deliveries whose e-mail was queued again wait for its answer again. @returns how many */
export async function reopenRefused(db: SystemDb, range: { since: Date; at: Date; limit: number }): Promise<number> {
  return (await reopenStatement(db, range)).length
}

/** Deliveries whose mail has no answer yet are looked up again at `nextAt`. */
export async function postponeQueued(db: TenantDb, ids: readonly string[], nextAt: Date): Promise<void> {
  await db
    .updateTable('planned_delivery')
    .set({ next_at: nextAt })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'QUEUED')
    .where('id', 'in', ids)
    .execute()
}

/** ICCIDs of profiles by id. */
export async function selectIccids(db: TenantDb, ids: readonly ProfileId[]): Promise<Map<ProfileId, string>> {
  const rows = await db
    .selectFrom('profile')
    .select(['id', 'iccid'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, iccid }) => [id, iccid]))
}

/** Whether the enterprise account is neither suspended nor about to be deleted. */
export async function isActive(db: TenantDb): Promise<boolean> {
  const found = await db
    .selectFrom('enterprise')
    .select(['state', 'deletion_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
  return found?.state === 'ACTIVE' && found.deletion_at === null
}
