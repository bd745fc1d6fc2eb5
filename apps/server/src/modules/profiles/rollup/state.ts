import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { Row } from '../../../db/row.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

/** Locks the state of one enterprise until the transaction ends: nobody else corrects its rollups. */
export async function lockState(system: TenantDb, enterpriseId: EnterpriseId): Promise<void> {
  await sql`
    insert into rollup_state (enterprise_id) values (${enterpriseId})
    on conflict (enterprise_id) do update set enterprise_id = excluded.enterprise_id`.execute(system)
}

export type Unfilled = { enterpriseId: EnterpriseId; filledTo: Date }

type UnfilledRecord = Row<'rollup_state', 'enterprise_id'> & { filled_to: Date }

/** Locks and returns an enterprise whose events from before migration 0102 have no dimensions yet. */
export async function lockUnfilled(system: TenantDb): Promise<Unfilled | undefined> {
  const { rows } = await sql<UnfilledRecord>`
    select enterprise_id, filled_to from rollup_state where filled_to is not null
    order by enterprise_id limit 1 for update skip locked`.execute(system)
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, filledTo: row.filled_to }
}

/** @param to null: all events have their dimensions */
export async function updateFilled(system: TenantDb, enterpriseId: EnterpriseId, to: Date | null): Promise<void> {
  await sql`update rollup_state set filled_to = ${to} where enterprise_id = ${enterpriseId}`.execute(system)
}

/** Whether all events of the enterprise have their dimensions. */
export async function isFilled(system: TenantDb, enterpriseId: EnterpriseId): Promise<boolean> {
  const row = await system
    .selectFrom('rollup_state')
    .select('filled_to')
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst()
  return !row?.filled_to
}

/** After a rebuild nothing differs and nothing is left to fill. */
export async function updateRebuilt(system: TenantDb, enterpriseId: EnterpriseId): Promise<void> {
  await sql`
    update rollup_state set filled_to = null, wrong_rows = 0, wrong_example = null, wrong_at = null
    where enterprise_id = ${enterpriseId}`.execute(system)
}

/** Adds the state of enterprise accounts that have none yet. */
export async function insertStates(system: TenantDb): Promise<void> {
  await sql`
    insert into rollup_state (enterprise_id) select e.enterprise_id from enterprise e
    where not exists (select from rollup_state s where s.enterprise_id = e.enterprise_id)
    on conflict do nothing`.execute(system)
}

type UnmergedRecord = Row<'rollup_state', 'enterprise_id'> & { merged_to: Date }
export type Unmerged = { enterpriseId: EnterpriseId; mergedTo: Date }

/** Locks and returns an enterprise whose buckets are merged up to a time before `before`. */
export async function lockUnmerged(system: TenantDb, before: Date): Promise<Unmerged | undefined> {
  const { rows } = await sql<UnmergedRecord>`
    select enterprise_id, coalesce(merged_to, '1970-01-01Z') as merged_to from rollup_state
    where (merged_to is null or merged_to < ${before}) and filled_to is null
    order by enterprise_id limit 1 for update skip locked`.execute(system)
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, mergedTo: row.merged_to }
}

export async function updateMerged(system: TenantDb, enterpriseId: EnterpriseId, to: Date): Promise<void> {
  await sql`update rollup_state set merged_to = ${to} where enterprise_id = ${enterpriseId}`.execute(system)
}

export type DueCheck = { enterpriseId: EnterpriseId; checkedTo: Date | null }

/** Returns an enterprise that was last checked before `before`, and marks it as checked at `at`. */
export async function claimCheck(
  system: TenantDb,
  { at, before }: { at: Date; before: Date },
): Promise<DueCheck | undefined> {
  const { rows } = await sql<Row<'rollup_state', 'enterprise_id' | 'checked_to'>>`
    update rollup_state set checked_at = ${at} where enterprise_id = (
      select enterprise_id from rollup_state where (checked_at is null or checked_at <= ${before}) and filled_to is null
      order by checked_at nulls first limit 1 for update skip locked)
    returning enterprise_id, checked_to`.execute(system)
  const [row] = rows
  return row && { enterpriseId: row.enterprise_id, checkedTo: row.checked_to }
}

/** @param to null: the next check begins at the first event */
export async function updateChecked(system: TenantDb, enterpriseId: EnterpriseId, to: Date | null): Promise<void> {
  await sql`update rollup_state set checked_to = ${to} where enterprise_id = ${enterpriseId}`.execute(system)
}

type Wrong = { enterpriseId: EnterpriseId; at: Date; rows: number; example: string | null }

/** Stores that a check found wrong rows; they stay until the rollups are rebuilt. */
export async function updateWrong(system: TenantDb, { enterpriseId, at, rows, example }: Wrong): Promise<void> {
  await sql`
    update rollup_state set wrong_rows = greatest(wrong_rows, ${rows}::int), wrong_example = ${example}, wrong_at = ${at}
    where enterprise_id = ${enterpriseId}`.execute(system)
}

export type Findings = {
  checkedAt: Date | null
  wrong: { enterpriseId: EnterpriseId; name: string; example: string }[]
}

type WrongRecord = Row<'rollup_state', 'enterprise_id'> & { name: string; example: string }
type CheckedRecord = { checked_at: Date | null }

const WRONG_MAX = 20

/** When the last check ran, and the enterprise accounts whose rollups differ from their events, at most 20. */
export async function selectFindings(system: TenantDb): Promise<Findings> {
  const checked = await sql<CheckedRecord>`select max(checked_at) as checked_at from rollup_state`.execute(system)
  const wrong = await sql<WrongRecord>`
    select s.enterprise_id, e.name, coalesce(s.wrong_example, '') as example
    from rollup_state s join enterprise e on e.enterprise_id = s.enterprise_id
    where s.wrong_rows > 0 order by s.wrong_at desc limit ${WRONG_MAX}`.execute(system)
  return {
    checkedAt: checked.rows[0]!.checked_at,
    wrong: wrong.rows.map(({ enterprise_id: enterpriseId, name, example }) => ({ enterpriseId, name, example })),
  }
}

type Counted = { counted: number }

/** How many deltas are queued, at most `limit`. */
export async function selectQueued(system: TenantDb, limit: number): Promise<number> {
  const { rows } = await sql<Counted>`
    select count(*)::int as counted from (select 1 from rollup_queue limit ${limit}) q`.execute(system)
  return rows[0]!.counted
}

/** All enterprise accounts, by id. */
export async function selectEnterpriseIds(system: TenantDb): Promise<EnterpriseId[]> {
  const rows = await system.selectFrom('enterprise').select('enterprise_id').orderBy('enterprise_id').execute()
  return rows.map((row) => row.enterprise_id)
}

export async function selectEnterpriseName(system: TenantDb, enterpriseId: EnterpriseId): Promise<string> {
  const enterprise = system.selectFrom('enterprise').select('name').where('enterprise_id', '=', enterpriseId)
  return (await enterprise.executeTakeFirst())?.name ?? 'an enterprise account'
}
