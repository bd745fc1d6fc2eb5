import type { ProfileTag } from '@simwright/contract/profiles/tag'
import type { TenantDb } from '../../../db/database.ts'
import { tagsById } from '../tags/service.ts'
import type { ProfileRecord } from './record.ts'

export type ShownTraits = { tags: ProfileTag[] }

type WithTraits = Pick<ProfileRecord, 'id' | 'tag_ids' | 'attribute_values'>

const NO_TRAITS: ShownTraits = { tags: [] }

/** What is shown of the tags and attributes of profiles, by profile id. */
export async function shownTraits(
  db: TenantDb,
  rows: readonly WithTraits[],
): Promise<(profileId: string) => ShownTraits> {
  if (!rows.some(({ tag_ids: ids }) => ids && ids.length > 0)) return () => NO_TRAITS
  const tags = await tagsById(db)
  const shown = new Map(rows.map((row) => [row.id, { tags: tagsOf(row, tags) }]))
  return (id) => shown.get(id) ?? NO_TRAITS
}

/** By name. A deleted tag is not shown; one that was merged is shown once. */
function tagsOf({ tag_ids: ids }: WithTraits, tags: ReadonlyMap<string, ProfileTag>): ProfileTag[] {
  const found = new Set((ids ?? []).flatMap((id) => tags.get(id) ?? []))
  return [...found].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
