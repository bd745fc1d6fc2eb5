import type { NewGroupRule } from '@simwright/contract/profiles/group-rule'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, GroupId, UserId } from '../../../db/row-id.ts'
import { type RowOf, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type RuleRecord = RowOf<'select group rules'>

const rulesStatement = statement(
  'select group rules',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select r.id, r.mark, r.value, r.group_id, g.name as group_name, g.color as group_color, c.name as configuration_name,
      r.created_at, coalesce(${nameOfUser('r.created_by')}, '') as created_by_name
    from group_rule r
      join profile_group g on g.enterprise_id = r.enterprise_id and g.id = r.group_id and g.removed_at is null
      left join profile_configuration c on r.mark = 'CONFIGURATION' and c.enterprise_id = r.enterprise_id
        and c.id::text = r.value and c.deleted_at is null
    where r.enterprise_id = ${enterpriseId}
    order by r.mark = 'CONFIGURATION', length(r.value) desc, r.mark, r.value`,
  { present: ['created_by_name'] },
)

/** Sorted by precedence: numbers before configurations, longer values first. The first matching rule applies. */
export async function selectRules(db: TenantDb): Promise<RuleRecord[]> {
  return await rulesStatement(db, { enterpriseId: db.enterpriseId })
}

/** As `selectRules`; locks the groups of the rules against deletion until the end of the transaction. */
export async function lockRules(db: TenantDb) {
  return await lockStatement(db, { enterpriseId: db.enterpriseId })
}

const lockStatement = statement(
  'lock group rules',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select r.mark, r.value, r.group_id from group_rule r
      join profile_group g on g.enterprise_id = r.enterprise_id and g.id = r.group_id and g.removed_at is null
    where r.enterprise_id = ${enterpriseId}
    order by r.mark = 'CONFIGURATION', length(r.value) desc, r.mark, r.value
    for share of g`,
)

export async function countRules(db: TenantDb): Promise<number> {
  const row = await db
    .selectFrom('group_rule')
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .where('enterprise_id', '=', db.enterpriseId)
    .executeTakeFirstOrThrow()
  return row.counted
}

type NewRuleRecord = NewGroupRule & { id: string; userId: UserId; at: Date }

const insertRuleStatement = statement(
  'insert group rule',
  (rule: NewRuleRecord & { enterpriseId: EnterpriseId }) => sql`
    insert into group_rule (enterprise_id, id, mark, value, group_id, created_by, created_at)
    values (${rule.enterpriseId}, ${rule.id}, ${rule.mark}, ${rule.value}, ${rule.groupId}, ${rule.userId}, ${rule.at})
    on conflict (enterprise_id, mark, value) do nothing
    returning id`,
)

/** @returns false when there is a rule with this value */
export async function insertRule(db: TenantDb, rule: NewRuleRecord): Promise<boolean> {
  return (await insertRuleStatement(db, { ...rule, enterpriseId: db.enterpriseId })).length > 0
}

export async function selectRule(db: TenantDb, { mark, value }: Pick<NewGroupRule, 'mark' | 'value'>) {
  const rules = await selectRules(db)
  return rules.find((rule) => rule.mark === mark && rule.value === value)
}

export async function deleteRule(db: TenantDb, id: string) {
  return await db
    .deleteFrom('group_rule')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .returning(['mark', 'value', 'group_id'])
    .executeTakeFirst()
}

export async function deleteRulesOf(db: TenantDb, groupId: GroupId): Promise<void> {
  await db
    .deleteFrom('group_rule')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('group_id', '=', groupId)
    .execute()
}
