import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { canBeLimited } from '@simwright/contract/people/group-limit'
import type * as team from '@simwright/contract/people/team'
import type { Who } from '../../../http/call.ts'
import type { TeamServer as Server } from '../../../port/module.ts'
import { demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { updateGroupLimit } from '../../platform/tenancy/service.ts'
import { namesOf, readNewLimit } from './limit.ts'
import { memberObject, onMember } from './member.ts'
import { roleOf } from './role.ts'

/** Whether a member would see groups that were hidden; null: everything. */
const isWider = (held: readonly { id: string }[] | null, ids: readonly string[] | null): boolean =>
  held !== null && (ids === null || ids.some((id) => held.every((group) => group.id !== id)))

/** Limits a member's view to groups, or lifts the limit; from the member's next call on. */
export async function setGroups(
  server: Server,
  who: Who,
  { id, version, groups: ids }: ParsedInputOf<typeof team.setGroups>,
): Promise<OutputOf<typeof team.setGroups>> {
  await onMember(server, who, id, async (db, member) => {
    if (member.version !== version) throw new Problem('changed_meanwhile')
    if (ids && !canBeLimited(roleOf(member)?.id ?? '')) throw new Problem('group_limit_unfit')
    const groups = await readNewLimit(db, who, ids)
    if (isWider(member.groups, ids))
      await demandApproval(server, db, {
        operation: 'ROLE',
        userId: who.userId,
        facts: { id, version, groups: ids },
        sentence: `Let ${member.email} see ${ids === null ? 'all profiles' : 'more groups'}`,
      })
    await updateGroupLimit(db, { id, groups: ids })
    const limits = { before: { groups: namesOf(member.groups) }, after: { groups: namesOf(groups) } }
    await recordAudit(server, db, { action: 'member.groupsChanged', ...memberObject(who, member), ...limits })
  })
  return { version: version + 1 }
}
