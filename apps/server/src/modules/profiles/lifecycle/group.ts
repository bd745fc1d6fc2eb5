import { sql } from 'kysely'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'
import type { Cause } from './cause.ts'
import type { Effect } from './effect.ts'
import { updateWrites } from './statement.ts'

/** Writes the group membership of profiles. Removed profiles have no row, because no list contains them. */
export function groupWrites({ enterpriseId }: Pick<Cause, 'enterpriseId'>, effects: readonly Effect[]): Write[] {
  const moved = effects.filter(({ groupId }) => groupId !== undefined)
  const idOf = ({ before }: Effect) => before.profile_id
  const removed = moved.filter(({ after }) => after.status === 'REMOVED').map(idOf)
  const restored = moved.filter(({ before, after }) => before.status === 'REMOVED' && after.status !== 'REMOVED')
  const rest = moved.filter(({ before, after }) => before.status !== 'REMOVED' && after.status !== 'REMOVED')
  const updates = rest
    .filter(({ before, groupId }) => before.group_id !== groupId)
    .map((effect) => ({ id: idOf(effect), set: { group_id: effect.groupId } }))
  return [
    ...(removed.length === 0
      ? []
      : [
          sql`delete from profile_place where enterprise_id = ${enterpriseId} and profile_id = any(${removed}::uuid[])`,
        ]),
    ...updateWrites({ table: 'profile_place', enterpriseId, key: 'profile_id' }, updates),
    ...(restored.length === 0 ? [] : [insertMembershipWrite(enterpriseId, restored)]),
  ]
}

function insertMembershipWrite(enterpriseId: EnterpriseId, effects: readonly Effect[]): Write {
  const ids = effects.map(({ before }) => before.profile_id)
  return sql`
    insert into profile_place (enterprise_id, profile_id, group_id, created_at)
    select p.enterprise_id, p.id, r.group_id, p.created_at
    from unnest(${ids}::uuid[], ${effects.map(({ groupId }) => groupId)}::uuid[]) as r(id, group_id)
    join profile p on p.enterprise_id = ${enterpriseId} and p.id = r.id`
}
