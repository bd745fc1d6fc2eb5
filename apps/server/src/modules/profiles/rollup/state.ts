import { sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

const lockStateStatement = statement(
  'lock state of counters',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    insert into rollup_state (enterprise_id) values (${enterpriseId})
    on conflict (enterprise_id) do update set enterprise_id = excluded.enterprise_id`,
)

/** Locks the state of one enterprise until the transaction ends: nobody else corrects its rollups. */
export async function lockState(system: SystemDb, enterpriseId: EnterpriseId): Promise<void> {
  await lockStateStatement(system, { enterpriseId })
}

export type Unfilled = { enterpriseId: EnterpriseId; filledTo: Date }

const lockUnfilledStatement = statement(
  'lock counters to fill',
  () => sql`
    select enterprise_id, filled_to from rollup_state where filled_to is not null
    order by enterprise_id limit 1 for update skip locked`,
  { present: ['filled_to'] },
)

/** Locks and returns an enterprise whose events from before migration 0102 have no dimensions yet. */
export async function lockUnfilled(system: SystemDb): Promise<Unfilled | undefined> {
  const rows = await lockUnfilledStatement(system, {})
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, filledTo: row.filled_to }
}

const updateFilledStatement = statement(
  'update filled counters',
  ({ to, enterpriseId }: { to: Date | null; enterpriseId: EnterpriseId }) =>
    sql`update rollup_state set filled_to = ${to} where enterprise_id = ${enterpriseId}`,
)

/** @param to null: all events have their dimensions */
export async function updateFilled(system: SystemDb, enterpriseId: EnterpriseId, to: Date | null): Promise<void> {
  await updateFilledStatement(system, { to, enterpriseId })
}

/** Whether all events of the enterprise have their dimensions. */
export async function isFilled(system: SystemDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const row = await system
    .selectFrom('rollup_state')
    .select('filled_to')
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return !row?.filled_to
}

const updateRebuiltStatement = statement(
  'update rebuilt counters',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    update rollup_state set filled_to = null, wrong_rows = 0, wrong_example = null, wrong_at = null
    where enterprise_id = ${enterpriseId}`,
)

/** After a rebuild nothing differs and nothing is left to fill. */
export async function updateRebuilt(system: SystemDb, enterpriseId: EnterpriseId): Promise<void> {
  await updateRebuiltStatement(system, { enterpriseId })
}

const insertStatesStatement = statement(
  'insert states of counters',
  () => sql`
    insert into rollup_state (enterprise_id) select e.enterprise_id from enterprise e
    where not exists (select from rollup_state s where s.enterprise_id = e.enterprise_id)
    on conflict do nothing`,
)

/** Adds the state of enterprise accounts that have none yet. */
export async function insertStates(system: SystemDb): Promise<void> {
  await insertStatesStatement(system, {})
}

export type Unmerged = { enterpriseId: EnterpriseId; mergedTo: Date }

const lockUnmergedStatement = statement(
  'lock counters to merge',
  ({ before }: { before: Date }) => sql`
    select enterprise_id, coalesce(merged_to, '1970-01-01Z') as merged_to from rollup_state
    where (merged_to is null or merged_to < ${before}) and filled_to is null
    order by enterprise_id limit 1 for update skip locked`,
  { present: ['merged_to'] },
)

/** Locks and returns an enterprise whose buckets are merged up to a time before `before`. */
export async function lockUnmerged(system: SystemDb, before: Date): Promise<Unmerged | undefined> {
  const rows = await lockUnmergedStatement(system, { before })
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, mergedTo: row.merged_to }
}

const updateMergedStatement = statement(
  'update merged counters',
  ({ to, enterpriseId }: { to: Date; enterpriseId: EnterpriseId }) =>
    sql`update rollup_state set merged_to = ${to} where enterprise_id = ${enterpriseId}`,
)

export async function updateMerged(system: SystemDb, enterpriseId: EnterpriseId, to: Date): Promise<void> {
  await updateMergedStatement(system, { to, enterpriseId })
}

export type DueCheck = { enterpriseId: EnterpriseId; checkedTo: Date | null }

const claimCheckStatement = statement(
  'claim check of counters',
  ({ at, before }: { at: Date; before: Date }) => sql`
    update rollup_state set checked_at = ${at} where enterprise_id = (
      select enterprise_id from rollup_state where (checked_at is null or checked_at <= ${before}) and filled_to is null
      order by checked_at nulls first limit 1 for update skip locked)
    returning enterprise_id, checked_to`,
)

/** Returns an enterprise that was last checked before `before`, and marks it as checked at `at`. */
export async function claimCheck(
  system: SystemDb,
  { at, before }: { at: Date; before: Date },
): Promise<DueCheck | undefined> {
  const rows = await claimCheckStatement(system, { at, before })
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, checkedTo: row.checked_to }
}

const updateCheckedStatement = statement(
  'update checked counters',
  ({ to, enterpriseId }: { to: Date | null; enterpriseId: EnterpriseId }) =>
    sql`update rollup_state set checked_to = ${to} where enterprise_id = ${enterpriseId}`,
)

/** @param to null: the next check begins at the first event */
export async function updateChecked(system: SystemDb, enterpriseId: EnterpriseId, to: Date | null): Promise<void> {
  await updateCheckedStatement(system, { to, enterpriseId })
}

type Wrong = { enterpriseId: EnterpriseId; at: Date; rows: number; example: string | null }

const updateWrongStatement = statement(
  'update wrong counters',
  ({ rows, example, at, enterpriseId }: Wrong) => sql`
    update rollup_state set wrong_rows = greatest(wrong_rows, ${rows}::int), wrong_example = ${example}, wrong_at = ${at}
    where enterprise_id = ${enterpriseId}`,
)

/** Stores that a check found wrong rows; they stay until the rollups are rebuilt. */
export async function updateWrong(system: SystemDb, { enterpriseId, at, rows, example }: Wrong): Promise<void> {
  await updateWrongStatement(system, { rows, example, at, enterpriseId })
}

export type Findings = {
  checkedAt: Date | null
  wrong: { enterpriseId: EnterpriseId; name: string; example: string }[]
}

const WRONG_MAX = 20

const wrongStatement = statement(
  'select wrong counters',
  () => sql`
    select s.enterprise_id, e.name, coalesce(s.wrong_example, '') as example
    from rollup_state s join enterprise e on e.enterprise_id = s.enterprise_id
    where s.wrong_rows > 0 order by s.wrong_at desc limit ${WRONG_MAX}`,
  { present: ['example'] },
)

/** When the last check ran, and the enterprise accounts whose rollups differ from their events, at most 20. */
export async function selectFindings(system: SystemDb): Promise<Findings> {
  const checked = await system
    .selectFrom('rollup_state')
    .select(({ fn }) => fn.max('checked_at').as('at'))
    .executeTakeFirst()
  const wrong = await wrongStatement(system, {})
  return {
    checkedAt: checked?.at ?? null,
    wrong: wrong.map(({ enterprise_id: enterpriseId, name, example }) => ({ enterpriseId, name, example })),
  }
}

const queuedStatement = statement(
  'count queued deltas',
  ({ limit }: { limit: number }) => sql`
    select count(*)::int as counted from (select 1 from rollup_queue limit ${limit}) q`,
  { present: ['counted'] },
)

/** How many rows of deltas are queued, at most `limit`. */
export async function selectQueued(system: SystemDb, limit: number): Promise<number> {
  return (await queuedStatement(system, { limit }))[0]!.counted
}

/** All enterprise accounts, by id. */
export async function selectEnterpriseIds(system: SystemDb): Promise<EnterpriseId[]> {
  const rows = await system.selectFrom('enterprise').select('enterprise_id').orderBy('enterprise_id').execute()
  return rows.map((row) => row.enterprise_id)
}

export async function selectEnterpriseName(system: SystemDb, enterpriseId: EnterpriseId): Promise<string> {
  const enterprise = system.selectFrom('enterprise').select('name').where('enterprise_id', '=', enterpriseId)
  return (await enterprise.executeTakeFirst())?.name ?? 'an enterprise account'
}
