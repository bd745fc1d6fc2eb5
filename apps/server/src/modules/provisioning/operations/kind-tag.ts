import { Problem } from '@simwright/contract'
import type { EventText } from '@simwright/contract/profiles/event-text'
import { TAGS_PER_PROFILE } from '@simwright/contract/profiles/tag'
import { type LeftReason, operationTable } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import { Before, type LockedRow, lockRows, lockTraits, move, type Traits } from '../../profiles/lifecycle/service.ts'
import { lockExistingTags, tagExists } from '../../profiles/tags/service.ts'
import { type ApplyContext, type ApplyResult, PROFILES_ONLY, type Target, undoableKind } from './change-profiles.ts'
import { allowedBy } from './fitness.ts'

/*
 * The kinds that add a tag to profiles and remove it. What a profile has is read under its lock, so an operation stores, and undo
 * restores, this tag alone: other tags that were changed meanwhile stay.
 */

/** A locked profile with its tags. */
export type TaggedRow = LockedRow & { traits: Traits }

const NO_TRAITS: Traits = { tags: [], attributes: {} }

export const PROFILES_AND_TRAITS = {
  ends: PROFILES_ONLY.ends,
  lock: async (db: TenantDb, ids: readonly string[]): Promise<TaggedRow[]> => {
    const rows = await lockRows(db, ids)
    const traits = await lockTraits(
      db,
      rows.map(({ profile_id: id }) => id),
    )
    return rows.map((row) => ({ ...row, traits: traits.get(row.profile_id) ?? NO_TRAITS }))
  },
}

type Direction = 'add' | 'remove'

const eventOf = { add: 'tagged', remove: 'untagged' } as const satisfies Record<Direction, EventText['id']>

/** Why the tags of a profile cannot be changed; undefined if they can. */
function whyLeft({ traits: { tags } }: TaggedRow, tagId: string, direction: Direction): LeftReason | undefined {
  const has = tags.includes(tagId)
  if (direction === 'remove') return has ? undefined : 'lacksTag'
  if (has) return 'hasTag'
  return tags.length >= TAGS_PER_PROFILE ? 'tagsFull' : undefined
}

type Tagging = { direction: Direction; leave: (reason: LeftReason) => LeftReason }

/** Changes the tag of the profiles that can be changed. */
async function tag(
  { db, cause, chunk }: ApplyContext<{ tagId: string }>,
  targets: readonly Target<TaggedRow>[],
  { direction, leave }: Tagging,
): Promise<ApplyResult> {
  const { tagId } = chunk.operation
  const [found] = await lockExistingTags(db, [tagId])
  if (!found) return { left: new Map(targets.map(({ row }) => [row.profile_id, 'tagDeleted'])) }
  const left = new Map<string, LeftReason>()
  const fit = targets.filter(({ row }) => {
    const reason = whyLeft(row, tagId, direction)
    if (reason) left.set(row.profile_id, leave(reason))
    return reason === undefined
  })
  const text = { id: eventOf[direction], values: { tag: found.name } } as const
  await move<LockedRow>(
    db,
    cause,
    fit.map(({ row }) => ({
      row,
      transition: { kind: 'traitsChanged', traits: { tags: tagsAfter(row, tagId) }, text },
    })),
  )
  return { before: new Map(fit.map(({ row }) => [row.profile_id, {}])), left }
}

const tagsAfter = ({ traits: { tags } }: TaggedRow, tagId: string) =>
  tags.includes(tagId) ? tags.filter((id) => id !== tagId) : [...tags, tagId]

async function mustExist(db: TenantDb, { tagId }: { tagId: string }): Promise<void> {
  if (!(await tagExists(db, tagId))) throw new Problem('not_found')
}

const same = (reason: LeftReason) => reason
const changedAgain = (reason: LeftReason): LeftReason => (reason === 'tagsFull' ? reason : 'changedAgain')

export const TAG = undoableKind(operationTable.TAG.schema, {
  locks: PROFILES_AND_TRAITS,
  whyNot: allowedBy('traitsChanged'),
  mustExist,
  apply: (context, targets) => tag(context, targets, { direction: 'add', leave: same }),
  undo: {
    before: Before,
    whyNot: ({ status }) => (status === 'REMOVED' ? 'removed' : undefined),
    putBack: (context, targets) => tag(context, targets, { direction: 'remove', leave: changedAgain }),
  },
})

export const UNTAG = undoableKind(operationTable.UNTAG.schema, {
  locks: PROFILES_AND_TRAITS,
  whyNot: allowedBy('traitsChanged'),
  mustExist,
  apply: (context, targets) => tag(context, targets, { direction: 'remove', leave: same }),
  undo: {
    before: Before,
    whyNot: ({ status }) => (status === 'REMOVED' ? 'removed' : undefined),
    putBack: (context, targets) => tag(context, targets, { direction: 'add', leave: changedAgain }),
  },
})
