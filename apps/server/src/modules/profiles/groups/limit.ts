import type { LimitGroups } from '@simwright/contract/people/group-limit'
import { sql } from 'kysely'

/** The existing groups of the limit of a row of `member`, by name; null without a limit. */
export const groupsOfLimit = limitGroupsOf('member')

export function limitGroupsOf(member: string) {
  const limit = sql.ref(`${member}.group_limit`)
  return sql`case when ${limit} is not null then (
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
    from profile_group g where g.enterprise_id = ${sql.ref(`${member}.enterprise_id`)} and g.id = any(${limit})
      and g.removed_at is null) end`.$castTo<LimitGroups>()
}
