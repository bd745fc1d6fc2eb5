import { Problem } from '@simwright/contract'
import { operationTable } from '@simwright/contract/provisioning/operation-kind'
import { groupLimitIn } from '../../../db/group-limit.ts'
import { groupExists, groupNames, lockExistingGroups } from '../../profiles/groups/service.ts'
import { Before, move, selectHolding } from '../../profiles/lifecycle/service.ts'
import {
  moveProfiles,
  moveRows,
  PROFILES_AND_CODES,
  PROFILES_ONLY,
  putBackRows,
  undoableKind,
} from './change-profiles.ts'
import { allowedBy } from './fitness.ts'

/*
 * The kinds that change group membership. A group can be deleted while an operation waits, so it is locked before a profile
 * moves into it.
 */

const groupIdOf = ({ groupId }: { groupId?: string | null | undefined }) => groupId ?? []

export const GROUP = undoableKind(operationTable.GROUP.schema, {
  locks: PROFILES_ONLY,
  whyNot: allowedBy('grouped'),
  mustExist: async (db, { groupId }) => {
    if (groupId !== null && !(await groupExists(db, groupId))) throw new Problem('not_found')
    // without a group, the member would not see the profiles any more
    if (groupId === null && groupLimitIn(db.enterpriseId))
      throw new Problem('group_needed', { names: (await groupNames(db)).join(', ') })
  },
  apply: async (context, targets) => {
    const { db, chunk } = context
    const { groupId } = chunk.operation
    if (groupId !== null && !(await lockExistingGroups(db, [groupId])).has(groupId))
      return { left: new Map(targets.map(({ row }) => [row.profile_id, 'groupDeleted'])) }
    return await moveRows(() => ({ kind: 'grouped', groupId }))(context, targets)
  },
  undo: {
    before: Before.pick({ groupId: true }),
    whyNot: (row, { groupId }) => ((row.group_id ?? null) === groupId ? undefined : 'changedAgain'),
    putBack: async (context, targets) => {
      const { db } = context
      const groups = await lockExistingGroups(
        db,
        targets.flatMap(({ to }) => groupIdOf(to)),
      )
      const isLost = ({ to: { groupId } }: { to: Before }) => typeof groupId === 'string' && !groups.has(groupId)
      await putBackRows(
        context,
        targets.filter((target) => !isLost(target)),
      )
      return { left: new Map(targets.filter(isLost).map(({ row }) => [row.profile_id, 'groupDeleted'])) }
    },
  },
})

export const REMOVE = undoableKind(operationTable.REMOVE.schema, {
  locks: PROFILES_AND_CODES,
  whyNot: allowedBy('removed', ['status', 'held']),
  apply: moveProfiles(() => ({ kind: 'removed' })),
  undo: {
    before: Before.pick({ status: true, orderState: true, codeState: true, groupId: true }),
    whyNot: ({ status }) => (status === 'REMOVED' ? undefined : 'changedAgain'),
    // a profile whose group was deleted meanwhile is restored without a group
    putBack: async ({ db, cause }, all) => {
      const rows = all.map(({ row }) => row)
      const holding = await selectHolding(db, rows)
      const targets = all.filter(({ row }) => holding.has(row.profile_id))
      const lost = rows.filter((row) => !holding.has(row.profile_id))
      const groups = await lockExistingGroups(
        db,
        targets.flatMap(({ to }) => groupIdOf(to)),
      )
      const inGroup = ({ groupId = null, ...to }: Before): Before => ({
        ...to,
        groupId: groupId !== null && groups.has(groupId) ? groupId : null,
      })
      const { before } = await move(
        db,
        cause,
        targets.map(({ row, to }) => ({ row, transition: { kind: 'restored', to: inGroup(to) } })),
      )
      return { before, left: new Map(lost.map((row) => [row.profile_id, 'iccidLost'])) }
    },
  },
})
