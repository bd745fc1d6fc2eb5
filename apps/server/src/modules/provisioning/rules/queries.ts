import type { RuleFields, RuleState, RuleStopReason } from '@simwright/contract/provisioning/rule'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { countCapped, type Keyset, prefixRange } from '../../../db/page.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { type RowOf, shapedStatement, statement } from '../../../db/statement.ts'
import { isBeyondMemberLimit } from '../../platform/plans/service.ts'
import { nameOfPerson, nameOfUser } from '../../platform/tenancy/service.ts'

export type RuleRecord = RowOf<'select rules'>

const DAY_MS = 24 * 60 * 60_000

const rules = ({ enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date }, only: RawBuilder<unknown>) => sql`
  select r.*, coalesce(${nameOfUser('r.created_by')}, '') as created_by_name,
    coalesce(${nameOfUser('r.saved_by')}, '') as saved_by_name,
    (select k.name from api_key k where k.enterprise_id = r.enterprise_id and k.id = r.saved_key) as saved_key_name,
    (select count(*) from rule_run n where n.enterprise_id = r.enterprise_id and n.rule_id = r.id
      and n.acted_at > ${new Date(at.getTime() - DAY_MS)}) as acted_today,
    (select count(*) from rule_run n where n.enterprise_id = r.enterprise_id and n.rule_id = r.id
      and n.state = 'WAITING') as waiting,
    (select max(n.acted_at) from rule_run n where n.enterprise_id = r.enterprise_id and n.rule_id = r.id
      and n.acted_at is not null) as last_acted_at
  from rule r where r.enterprise_id = ${enterpriseId} and r.removed_at is null ${only}`

type Filter = { search?: string | undefined; state?: readonly RuleState[] | undefined }

const filterClause = ({ search, state }: Filter): RawBuilder<unknown> => sql`
  ${search ? sql`and ${prefixRange(sql`lower(r.name) collate "C"`, search.toLowerCase())}` : sql``}
  ${state ? sql`and r.state = any(${state}::text[])` : sql``}`

const rulesStatement = shapedStatement(
  'select rules',
  ({
    enterpriseId,
    at,
    filter,
    after,
    order,
    limit,
  }: {
    enterpriseId: EnterpriseId
    at: Date
    filter: Filter
    after: RawBuilder<unknown>
    order: RawBuilder<unknown>
    limit: number
  }) => sql`
    ${rules({ enterpriseId, at }, sql`${filterClause(filter)} ${after}`)}
    order by lower(r.name) collate "C" ${order}, r.id ${order} limit ${limit + 1}`,
  {
    present: ['created_by_name', 'saved_by_name', 'acted_today', 'waiting'],
    shapes: [{ at: new Date(0), filter: {}, after: sql``, order: sql`asc`, limit: 1 }],
  },
)

type Page = { at: Date; filter: Filter; direction: 'asc' | 'desc'; keyset: Keyset | undefined; limit: number }

/** Up to `limit + 1` rules. */
export async function selectRules(db: TenantDb, { direction, keyset, ...page }: Page): Promise<RuleRecord[]> {
  const after = keyset
    ? sql`and (lower(r.name) collate "C", r.id) ${direction === 'asc' ? sql`>` : sql`<`} (${keyset.value}, ${keyset.id}::uuid)`
    : sql``
  const order = direction === 'asc' ? sql`asc` : sql`desc`
  return await rulesStatement(db, { enterpriseId: db.enterpriseId, ...page, after, order })
}

export async function countRules(db: TenantDb, filter: Filter = {}): Promise<number> {
  return await countCapped(
    db,
    sql`select 1 from rule r where r.enterprise_id = ${db.enterpriseId} and r.removed_at is null ${filterClause(filter)}`,
  )
}

const ruleStatement = shapedStatement(
  'select rule',
  ({ enterpriseId, at, id }: { enterpriseId: EnterpriseId; at: Date; id: string }) =>
    rules({ enterpriseId, at }, sql`and r.id = ${id}`),
  { present: ['created_by_name', 'saved_by_name', 'acted_today', 'waiting'], shapes: [{ at: new Date(0) }] },
)

export async function selectRule(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<RuleRecord | undefined> {
  return (await ruleStatement(db, { enterpriseId: db.enterpriseId, at, id }))[0]
}

/** Locks a rule that is not deleted until the transaction ends. */
export async function lockRule(db: TenantDb, id: string) {
  return await db
    .selectFrom('rule')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type LockedRule = NonNullable<Awaited<ReturnType<typeof lockRule>>>

/** Locks it unless another process acts for it. */
export async function lockIdleRule(db: TenantDb, id: string) {
  return await db
    .selectFrom('rule')
    .selectAll()
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

const countActiveStatement = statement(
  'count active rules',
  ({ enterpriseId, id, before }: { enterpriseId: EnterpriseId; id: string; before: Date | null }) => sql`
    select count(*) as counted from rule r where r.enterprise_id = ${enterpriseId} and r.state = 'ACTIVE'
      and r.removed_at is null and r.id <> ${id}
      and (${before}::timestamptz is null or (r.created_at, r.id) < (${before}::timestamptz, ${id}::uuid))`,
  { present: ['counted'] },
)

/** The active rules besides this one; with `before`: only those that were created before it, at that time. */
export async function countOtherActive(db: TenantDb, id: string, before: Date | null = null): Promise<number> {
  return (await countActiveStatement(db, { enterpriseId: db.enterpriseId, id, before }))[0]!.counted
}

/** The columns of what a member can edit. */
const columnsOf = ({ name, hourlyLimit, when, conditions, actions }: RuleFields) => ({
  name,
  hourly_limit: hourlyLimit,
  definition: JSON.stringify({ when, conditions, actions }),
})

/** Who saved a rule. */
export type Saver = { userId: UserId; keyId: string | null }

type Saved = { id: string; fields: RuleFields; uses: readonly string[]; saver: Saver; at: Date }

const savedBy = ({ userId, keyId }: Saver, at: Date) => ({ saved_by: userId, saved_key: keyId, saved_at: at })

export async function insertRule(db: TenantDb, { id, fields, uses, saver, at }: Saved): Promise<void> {
  await db
    .insertInto('rule')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      ...columnsOf(fields),
      uses: [...uses],
      state: 'ACTIVE',
      active_from: at,
      created_by: saver.userId,
      created_at: at,
      ...savedBy(saver, at),
    })
    .execute()
}

/** A changed rule is about what happens from now on. A stopped one acts again. */
export async function updateRule(
  db: TenantDb,
  { id, fields, uses, saver, at, wasStopped }: Saved & { wasStopped: boolean },
): Promise<void> {
  await db
    .updateTable('rule')
    .set((eb) => ({
      ...columnsOf(fields),
      uses: [...uses],
      ...(wasStopped ? { state: 'ACTIVE' as const, stopped_at: null, stop_reason: null } : {}),
      active_from: at,
      ...savedBy(saver, at),
      version: eb('version', '+', 1),
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

type NewState =
  | { state: 'PAUSED'; at: Date }
  | { state: 'STOPPED'; reason: RuleStopReason; at: Date }
  | { state: 'ACTIVE'; saver: Saver; at: Date }

export async function updateState(db: TenantDb, id: string, change: NewState): Promise<void> {
  const { state, at } = change
  await db
    .updateTable('rule')
    .set((eb) => ({
      state,
      stopped_at: state === 'ACTIVE' ? null : at,
      stop_reason: change.state === 'STOPPED' ? change.reason : null,
      version: eb('version', '+', 1),
      ...(change.state === 'ACTIVE' ? { active_from: at, ...savedBy(change.saver, at) } : {}),
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function markRemoved(db: TenantDb, id: string, at: Date): Promise<void> {
  await db
    .updateTable('rule')
    .set({ state: 'PAUSED', stopped_at: at, stop_reason: null, removed_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** The rules that act. */
export async function selectActive(db: TenantDb) {
  return await db
    .selectFrom('rule')
    .select(['id', 'definition', 'active_from', 'uses'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('state', '=', 'ACTIVE')
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

const namesStatement = statement(
  'select names of what rules use',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select id, name from tag where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[]) and removed_at is null
    union all
    select id, name from attribute where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[]) and removed_at is null
    union all
    select id, name from profile_group where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[])
    union all
    select id, name from profile_configuration
    where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[]) and deleted_at is null`,
  { present: ['id', 'name'] },
)

/** The names of what rules refer to, by id, without what was deleted. */
export async function selectNames(db: TenantDb, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await namesStatement(db, { enterpriseId: db.enterpriseId, ids: [...new Set(ids)] })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const ownerStatement = shapedStatement(
  'select owner of rule',
  ({ enterpriseId, userId, keyId, at }: Saver & { enterpriseId: EnterpriseId; at: Date }) => sql`
    select e.state as enterprise_state, e.deletion_at, member.state as member_state, member.built_in_role,
      member.created_at as member_since, role.permissions, member.group_limit, ${isBeyondMemberLimit(at)} as frozen,
      u.email, u.state as account_state, ${nameOfPerson('u.id')} as name, k.kind as key_kind, k.scopes as key_scopes,
      k.created_at as key_created_at, k.name as key_name
    from enterprise e
    left join api_key k on k.enterprise_id = e.enterprise_id and k.id = ${keyId}::uuid and k.revoked_at is null
      and exists (select from api_key_secret s
        where s.enterprise_id = k.enterprise_id and s.key_id = k.id and s.ends_at > ${at})
    left join member on member.enterprise_id = e.enterprise_id and member.user_id = ${userId}
    left join enterprise_role role on role.enterprise_id = member.enterprise_id and role.id = member.role_id
    left join user_account u on u.id = ${userId}
    where e.enterprise_id = ${enterpriseId}`,
  { shapes: [{ at: new Date(0) }] },
)

export type OwnerRecord = RowOf<'select owner of rule'>

/**
 * The member who saved a rule, and the API key with which it was saved, as they are now; the columns of what there is not, or
 * of a key that no call can use any more, are null.
 */
export async function selectOwner(db: TenantDb, saver: Saver, at: Date): Promise<OwnerRecord | undefined> {
  return (await ownerStatement(db, { enterpriseId: db.enterpriseId, ...saver, at }))[0]
}
