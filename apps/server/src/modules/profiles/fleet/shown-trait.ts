import type { ProfileTag } from '@simwright/contract/profiles/tag'
import type { TenantDb } from '../../../db/database.ts'
import { shownAttributes } from '../attributes/service.ts'
import { tagsById } from '../tags/service.ts'
import type { ProfileRecord } from './record.ts'

export type ShownTraits = {
  tags: ProfileTag[]
  /** Texts by the words of attributes. */
  attributes: Record<string, string>
}

type WithTraits = Pick<ProfileRecord, 'id' | 'tag_ids' | 'attribute_values'>

const NO_TRAITS: ShownTraits = { tags: [], attributes: {} }

/** What is shown of the tags and attributes of profiles, by profile id. */
export async function shownTraits(
  db: TenantDb,
  rows: readonly WithTraits[],
): Promise<(profileId: string) => ShownTraits> {
  const hasTags = rows.some(({ tag_ids: ids }) => ids && ids.length > 0)
  const hasValues = rows.some(({ attribute_values: values }) => values && Object.keys(values).length > 0)
  if (!hasTags && !hasValues) return () => NO_TRAITS
  const tags = hasTags ? await tagsById(db) : new Map<string, ProfileTag>()
  const attributes = hasValues ? await shownAttributes(db) : undefined
  const shownOf = (row: WithTraits): ShownTraits => ({
    tags: tagsOf(row, tags),
    attributes: attributes?.valuesOf(row.attribute_values ?? {}) ?? {},
  })
  const shown = new Map(rows.map((row) => [row.id, shownOf(row)]))
  return (id) => shown.get(id) ?? NO_TRAITS
}

/** By name. A deleted tag is not shown; one that was merged is shown once. */
function tagsOf({ tag_ids: ids }: WithTraits, tags: ReadonlyMap<string, ProfileTag>): ProfileTag[] {
  const found = new Set((ids ?? []).flatMap((id) => tags.get(id) ?? []))
  return [...found].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
