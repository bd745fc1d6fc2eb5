import type { Frozen } from '@simwright/contract/money/order'
import type { PlanLimits } from '@simwright/contract/platform/plan'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

const NAMES_MAX = 10

/** What a plan's limits would freeze: configurations and members beyond their number, types that the plan does not have. */
export async function frozenBy(db: TenantDb, enterpriseId: EnterpriseId, limits: PlanLimits): Promise<Frozen[]> {
  const configurations = await db
    .selectFrom('profile_configuration')
    .select(['name', 'type'])
    .where('enterprise_id', '=', enterpriseId)
    .where('deleted_at', 'is', null)
    .where('sample', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('member as m')
    .innerJoin('user_account as u', 'u.id', 'm.user_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'm.built_in_role'])
    .where('m.enterprise_id', '=', enterpriseId)
    .where('m.state', '=', 'ACTIVE')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
  const owners = members.filter(({ built_in_role: role }) => role === 'Owner')
  const byRank = [...owners, ...members.filter((member) => !owners.includes(member))]
  const named = byRank.map(({ first_name, last_name, email }) => `${first_name} ${last_name}`.trim() || email)
  const ofOtherType = configurations.filter(({ type }) => !limits.configurationTypes.includes(type))
  return [
    ...beyond(
      'configurations',
      configurations.map(({ name }) => name),
      limits.configurations,
    ),
    ...beyond('members', named, limits.members),
    ...beyond(
      'configurationTypes',
      ofOtherType.map(({ name }) => name),
      0,
    ),
  ]
}

function beyond(what: Frozen['what'], names: readonly string[], max: number | null): Frozen[] {
  if (max === null || names.length <= max) return []
  return [{ what, used: names.length, max, names: names.slice(max, max + NAMES_MAX) }]
}
