import type { RuleRunState } from '@simwright/contract/provisioning/rule'
import type { RuleEventType } from '@simwright/contract/provisioning/rule-event'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset } from '../../../db/page.ts'
import type { EnterpriseId, ProfileId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { CHAIN_END } from './chain.ts'
import type { Match } from './match.ts'

const insertRunsStatement = statement(
  'insert runs of rules',
  ({ enterpriseId, rows, at }: { enterpriseId: EnterpriseId; rows: string; at: Date }) => sql`
    insert into rule_run (enterprise_id, id, rule_id, profile_id, event_id, event_type, happened_at, iccid, eid, batch_code, depth,
      state, reasons, matched_at)
    select ${enterpriseId}::uuid, r.id, r.rule_id, r.profile_id, r.event_id, r.event_type, r.happened_at, r.iccid, r.eid,
      r.batch_code, r.depth, r.state, r.reasons, ${at}
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, rule_id uuid, profile_id uuid, event_id uuid, event_type text,
      happened_at timestamptz, iccid text, eid text, batch_code text, depth smallint, state text, reasons text[])
    on conflict do nothing returning id`,
)

/** A match that is not stored. */
export type NewRun = {
  id: string
  ruleId: string
  profileId: string | null
  iccid: string | null
  eid: string | null
  eventId: string
  type: RuleEventType
  happenedAt: Date
  batchCode: string | null
  depth: number
  isChainEnd: boolean
}

/** Stores matches, of which each acts once: one that is stored already is left out. @returns how many are new */
export async function insertWaiting(
  db: TenantDb,
  { rows, at }: { rows: readonly NewRun[]; at: Date },
): Promise<number> {
  if (rows.length === 0) return 0
  const columns = rows.map((run) => ({
    id: run.id,
    rule_id: run.ruleId,
    profile_id: run.profileId,
    event_id: run.eventId,
    event_type: run.type,
    happened_at: run.happenedAt,
    iccid: run.iccid,
    eid: run.eid,
    batch_code: run.batchCode,
    depth: run.depth,
    state: run.isChainEnd ? 'SKIPPED' : 'WAITING',
    reasons: run.isChainEnd ? [CHAIN_END] : [],
  }))
  return (await insertRunsStatement(db, { enterpriseId: db.enterpriseId, rows: JSON.stringify(columns), at })).length
}

/** Stores what matches. @returns how many matches are new */
export async function insertRuns(
  db: TenantDb,
  { matches, newId, at }: { matches: readonly Match[]; newId: () => string; at: Date },
): Promise<number> {
  const rows = matches.map(({ ruleId, fact, isChainEnd }): NewRun => {
    const { profileId, iccid, eid, eventId, type, at: happenedAt, batch, depth } = fact
    const id = newId()
    const batchCode = batch?.code ?? null
    return { id, ruleId, profileId, iccid, eid, eventId, type, happenedAt, batchCode, depth: depth + 1, isChainEnd }
  })
  return await insertWaiting(db, { rows, at })
}

const waitingRulesStatement = statement(
  'select rules with waiting runs',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select distinct rule_id from rule_run where enterprise_id = ${enterpriseId} and state = 'WAITING'`,
)

/** Rules with matches to act on. */
export async function selectWaitingRules(db: TenantDb): Promise<string[]> {
  return (await waitingRulesStatement(db, { enterpriseId: db.enterpriseId })).map(({ rule_id: id }) => id)
}

/** Profiles that the rule acted on since. */
export async function countActedSince(db: TenantDb, ruleId: string, since: Date): Promise<number> {
  const row = await db
    .selectFrom('rule_run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('rule_id', '=', ruleId)
    .where('acted_at', '>', since)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function countWaiting(db: TenantDb, ruleId: string): Promise<number> {
  const row = await db
    .selectFrom('rule_run')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'WAITING')
    .executeTakeFirstOrThrow()
  return row.count
}

/** The oldest matches of a rule to act on, whose rule is locked. */
export async function selectWaiting(db: TenantDb, ruleId: string, limit: number) {
  return await db
    .selectFrom('rule_run')
    .select(['id', 'profile_id', 'event_id', 'event_type', 'iccid', 'eid', 'batch_code', 'depth', 'happened_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'WAITING')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type WaitingRun = Awaited<ReturnType<typeof selectWaiting>>[number]

/** A match with a profile: an event of it, or of its batch. */
export type ProfileRun = WaitingRun & { profile_id: ProfileId; iccid: string }

export const isOfProfile = (run: WaitingRun): run is ProfileRun => run.profile_id !== null && run.iccid !== null

export type RunEnd = { id: string; state: 'DONE' | 'SKIPPED'; reasons: readonly string[] }

const endRunsStatement = statement(
  'end runs of rules',
  ({ enterpriseId, rows, at }: { enterpriseId: EnterpriseId; rows: string; at: Date }) => sql`
    update rule_run n set state = r.state, reasons = r.reasons, acted_at = case when r.state = 'DONE' then ${at}::timestamptz end
    from jsonb_to_recordset(${rows}::jsonb) as r(id uuid, state text, reasons text[])
    where n.enterprise_id = ${enterpriseId} and n.id = r.id`,
)

export async function endRuns(db: TenantDb, ends: readonly RunEnd[], at: Date): Promise<void> {
  await endRunsStatement(db, { enterpriseId: db.enterpriseId, rows: JSON.stringify(ends), at })
}

/** Drops what waits, because the rule does not act any more. */
export async function dropWaiting(db: TenantDb, ruleId: string): Promise<void> {
  await db
    .updateTable('rule_run')
    .set({ state: 'DROPPED' })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('rule_id', '=', ruleId)
    .where('state', '=', 'WAITING')
    .execute()
}

export type RunFilter = {
  ruleId?: string | undefined
  profileId?: ProfileId | undefined
  state?: readonly RuleRunState[] | undefined
}

const filterClause = ({ ruleId, profileId, state }: RunFilter): RawBuilder<unknown> => sql`
  ${ruleId === undefined ? sql`` : sql`and n.rule_id = ${ruleId}`}
  ${profileId === undefined ? sql`` : sql`and n.profile_id = ${profileId}`}
  ${state ? sql`and n.state = any(${state}::text[])` : sql``}`

const runsStatement = shapedStatement(
  'select runs of rules',
  ({
    enterpriseId,
    filter,
    after,
    order,
    limit,
  }: {
    enterpriseId: EnterpriseId
    filter: RunFilter
    after: RawBuilder<unknown>
    order: RawBuilder<unknown>
    limit: number
  }) => sql`
    select n.*, r.name as rule_name
    from rule_run n join rule r on r.enterprise_id = n.enterprise_id and r.id = n.rule_id
    where n.enterprise_id = ${enterpriseId} ${filterClause(filter)} ${after}
    order by n.matched_at ${order}, n.id ${order} limit ${limit + 1}`,
  { shapes: [{ filter: {}, after: sql``, order: sql`asc`, limit: 1 }] },
)

export type RunRecord = RowOf<'select runs of rules'>

type Page = { filter: RunFilter; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

/** Up to `limit + 1` runs. */
export async function selectRuns(db: TenantDb, { filter, direction, keyset, limit }: Page): Promise<RunRecord[]> {
  const after = keyset
    ? sql`and (n.matched_at, n.id) ${direction === 'asc' ? sql`>` : sql`<`}
        (${new Date(keyset.value)}::timestamptz, ${keyset.id}::uuid)`
    : sql``
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  return await runsStatement(db, { enterpriseId: db.enterpriseId, filter, after, order, limit })
}

export async function countRuns(db: TenantDb, filter: RunFilter): Promise<number> {
  return await countCapped(
    db,
    sql`select 1 from rule_run n where n.enterprise_id = ${db.enterpriseId} ${filterClause(filter)}`,
  )
}
