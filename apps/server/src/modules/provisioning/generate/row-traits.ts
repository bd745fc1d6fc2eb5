import { readAttribute } from '@simwright/contract/profiles/attribute-value'
import type { TenantDb } from '../../../db/database.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { type AttributeRecord, selectAttributes } from '../../profiles/attributes/service.ts'
import type { TraitChange } from '../../profiles/lifecycle/service.ts'
import { tagsByName } from '../../profiles/tags/service.ts'
import type { DrawnProfile } from './draw.ts'
import type { BatchFacts } from './insert.ts'

type Resolved = {
  resolved: readonly DrawnProfile[]
  /** Rows that cannot have what they name, with the reason. */
  unresolved: readonly { profile: DrawnProfile; reason: string }[]
}

export const namesTraits = ({ tagNames, attributeTexts }: DrawnProfile): boolean =>
  tagNames.length > 0 || Object.keys(attributeTexts).length > 0

/** Resolves the tags and attributes that rows name; a missing tag is created. */
export async function resolveTraits(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { facts, profiles }: { facts: Pick<BatchFacts, 'userId' | 'at'>; profiles: readonly DrawnProfile[] },
): Promise<Resolved> {
  if (!profiles.some(namesTraits)) return { resolved: profiles, unresolved: [] }
  const { userId, at } = facts
  const names = [...new Set(profiles.flatMap(({ tagNames }) => tagNames))]
  const tags = await tagsByName(server, db, { userId, at, names })
  const attributes = new Map((await selectAttributes(db)).map((one) => [one.word, one]))
  const found = profiles.map((profile) => ({ profile, traits: traitsOf(profile, tags, attributes) }))
  return {
    resolved: found.flatMap(({ profile, traits }) => (typeof traits === 'string' ? [] : [{ ...profile, traits }])),
    unresolved: found.flatMap(({ profile, traits }) =>
      typeof traits === 'string' ? [{ profile, reason: traits }] : [],
    ),
  }
}

/** @returns a reason if a tag or attribute of the row does not exist */
function traitsOf(
  { tagNames, attributeTexts }: DrawnProfile,
  tags: ReadonlyMap<string, string>,
  attributes: ReadonlyMap<string, AttributeRecord>,
): TraitChange | string {
  const ids = tagNames.map((name) => tags.get(name.toLowerCase()))
  const missing = tagNames.find((_, index) => ids[index] === undefined)
  if (missing !== undefined) return `There are too many tags to create "${missing}". Delete or merge some first.`
  const values: Record<string, string | number> = {}
  for (const [word, text] of Object.entries(attributeTexts)) {
    const attribute = attributes.get(word)
    const read = attribute && readAttribute(attribute, text)
    if (!read || 'fault' in read) return `The attribute ${word} was deleted, or got another type, in the meantime.`
    values[attribute.id] = read.value
  }
  return { tags: tagNames.length > 0 ? ids.filter((id) => id !== undefined) : null, attributes: values }
}
