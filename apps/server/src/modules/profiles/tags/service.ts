import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type { GroupColor } from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { Who } from '../../../http/call.ts'
import type { TagsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { countTraits } from '../lifecycle/service.ts'
import {
  countTags,
  insertTag,
  lockTag,
  markTagRemoved,
  selectTagIdsByName,
  selectTagNames,
  selectTags,
  type TagRecord,
  updateTag,
} from './queries.ts'

export { lockExistingTags, tagExists } from './queries.ts'

export async function listTags(
  server: Server,
  who: Who,
  { counts }: ParsedInputOf<typeof tag.list>,
): Promise<OutputOf<typeof tag.list>> {
  return await server.db.tenantRead(who.enterpriseId, async (db) => {
    const rows = await selectTags(db)
    const ids = rows.map(({ id }) => id)
    const counted = counts ? await countTraits(db, { ids, cap: tag.TAG_COUNT_CAP + 1 }) : undefined
    return { items: rows.map((row) => tagOf(row, counted?.get(row.id))) }
  })
}

function tagOf(row: TagRecord, profiles: number | undefined): tag.Tag {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    version: row.version,
    profiles: profiles === undefined ? null : Math.min(profiles, tag.TAG_COUNT_CAP),
    capped: profiles !== undefined && profiles > tag.TAG_COUNT_CAP,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdBy: row.created_by_name,
  }
}

export async function addTag(
  server: Server,
  who: Who,
  { fields }: ParsedInputOf<typeof tag.add>,
): Promise<OutputOf<typeof tag.add>> {
  const { enterpriseId, userId } = who
  const id = server.random.uuid()
  await server.db.tenantTx(enterpriseId, async (db) => {
    if ((await countTags(db)) >= tag.TAGS_MAX) throw new Problem('tags_too_many', { max: tag.TAGS_MAX })
    const isInserted = await insertTag(db, { ...fields, id, userId, at: server.clock.now() })
    if (!isInserted) throw new Problem('tag_name_used', { name: fields.name })
    const object = { id, name: fields.name }
    await recordAudit(server, db, { action: 'tag.added', enterpriseId, object, after: fields })
  })
  return { id }
}

export async function editTag(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof tag.edit>,
): Promise<OutputOf<typeof tag.edit>> {
  const { enterpriseId } = who
  try {
    await server.db.tenantTx(enterpriseId, async (db) => {
      const before = await lockVersion(db, { id, version })
      await updateTag(db, { id, fields, at: server.clock.now() })
      const object = { id, name: fields.name }
      await recordAudit(server, db, { action: 'tag.edited', enterpriseId, object, before, after: fields })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'tag_name')) throw new Problem('tag_name_used', { name: fields.name })
    throw error
  }
  return { version: version + 1 }
}

async function lockVersion(db: TenantDb, { id, version }: { id: string; version: number }) {
  const current = await lockTag(db, id)
  if (!current) throw new Problem('not_found')
  if (current.version !== version) throw new Problem('changed_meanwhile')
  return { name: current.name, color: current.color }
}

/** Hides the tag at once; the sweep `tags` takes it from its profiles, or gives them the other one. */
export async function mergeTag(
  server: Server,
  who: Who,
  { id, version, intoId }: ParsedInputOf<typeof tag.merge>,
): Promise<OutputOf<typeof tag.merge>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const into = id === intoId ? undefined : await lockTag(db, intoId)
    if (!into) throw new Problem('not_found')
    const before = await lockVersion(db, { id, version })
    await markTagRemoved(db, { id, mergedInto: intoId, at: server.clock.now() })
    const object = { id, name: before.name }
    const after = { name: into.name }
    await recordAudit(server, db, { action: 'tag.merged', enterpriseId, object, before, after })
  })
  return {}
}

export async function removeTag(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof tag.remove>,
): Promise<OutputOf<typeof tag.remove>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const before = await lockVersion(db, { id, version })
    await markTagRemoved(db, { id, mergedInto: null, at: server.clock.now() })
    const object = { id, name: before.name }
    await recordAudit(server, db, { action: 'tag.removed', enterpriseId, object, before })
  })
  return {}
}

type ShownTag = { id: string; name: string; color: GroupColor }

const shownTag = ({ id, name, color }: ShownTag): ShownTag => ({ id, name, color })

/** The tags by their ids. Those that were merged into another are that one, until all profiles have it. */
export async function tagsById(db: TenantDb): Promise<ReadonlyMap<string, ShownTag>> {
  const rows = await selectTagNames(db)
  const living = new Map(rows.filter(({ merged_into: into }) => into === null).map((row) => [row.id, shownTag(row)]))
  const pairs = rows.flatMap(({ id, merged_into: into }) => {
    const shown = living.get(into ?? id)
    return shown ? [[id, shown] as const] : []
  })
  return new Map(pairs)
}

/** The ids, and those of tags whose profiles are about to get one of them. */
export async function withMergedTags(db: TenantDb, ids: readonly string[]): Promise<string[]> {
  const rows = await selectTagNames(db)
  return [...ids, ...rows.filter(({ merged_into: into }) => into !== null && ids.includes(into)).map(({ id }) => id)]
}

type NamedTags = { userId: UserId; at: Date; names: readonly string[] }

/**
 * The ids of these tags by lower-case name. Creates missing ones, up to the limit of the account; further ones are left
 * out.
 */
export async function tagsByName(
  { random }: Pick<Server, 'random'>,
  db: TenantDb,
  { userId, at, names }: NamedTags,
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const byLowerName = new Map(names.map((name) => [name.toLowerCase(), name]))
  const select = async () =>
    new Map((await selectTagIdsByName(db, [...byLowerName.keys()])).map(({ name, id }) => [name, id]))
  const existing = await select()
  const missing = [...byLowerName].filter(([name]) => !existing.has(name)).map(([, name]) => name)
  if (missing.length === 0) return existing
  const room = tag.TAGS_MAX - (await countTags(db))
  for (const name of missing.sort().slice(0, Math.max(0, room)))
    await insertTag(db, { id: random.uuid(), name, color: 'gray', userId, at })
  return await select()
}
