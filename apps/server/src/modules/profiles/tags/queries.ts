import type { GroupColor } from '@simwright/contract/profiles/group'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

const tagsOf = (db: TenantDb) =>
  db.selectFrom('tag as t').where('t.enterprise_id', '=', db.enterpriseId).where('t.removed_at', 'is', null)

/** All tags by name. */
export async function selectTags(db: TenantDb) {
  return await tagsOf(db)
    .select(['t.id', 't.name', 't.color', 't.version', 't.created_at', 't.updated_at'])
    .select(textOf`${nameOfUser('t.created_by')}`.as('created_by_name'))
    .orderBy((eb) => eb.fn<string>('lower', ['t.name']))
    .orderBy('t.id')
    .execute()
}

export type TagRecord = Awaited<ReturnType<typeof selectTags>>[number]

/** Ids, names and colors of all tags, and of those whose profiles are about to get another, with its id. */
export async function selectTagNames(db: TenantDb) {
  return await db
    .selectFrom('tag')
    .select(['id', 'name', 'color', 'merged_into'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) =>
      eb.or([
        eb('removed_at', 'is', null),
        eb.and([eb('merged_into', 'is not', null), eb('profiles_left', '=', true)]),
      ]),
    )
    .execute()
}

export async function lockTag(db: TenantDb, id: string) {
  return await tagsOf(db)
    .select(['t.id', 't.name', 't.color', 't.version'])
    .where('t.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type TagFields = { name: string; color: GroupColor }

const insertTagStatement = statement(
  'insert tag',
  (tag: TagFields & { enterpriseId: EnterpriseId; id: string; userId: UserId; at: Date }) => sql`
    insert into tag (enterprise_id, id, name, color, created_by, created_at, updated_at)
    values (${tag.enterpriseId}, ${tag.id}, ${tag.name}, ${tag.color}, ${tag.userId}, ${tag.at}, ${tag.at})
    on conflict (enterprise_id, lower(name)) where removed_at is null do nothing
    returning id`,
)

/** @returns false when another tag has the name */
export async function insertTag(
  db: TenantDb,
  tag: TagFields & { id: string; userId: UserId; at: Date },
): Promise<boolean> {
  return (await insertTagStatement(db, { ...tag, enterpriseId: db.enterpriseId })).length > 0
}

export async function countTags(db: TenantDb): Promise<number> {
  const row = await tagsOf(db)
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow()
  return row.counted
}

/** @throws unique_violation when another tag has the name */
export async function updateTag(
  db: TenantDb,
  { id, fields, at }: { id: string; fields: TagFields; at: Date },
): Promise<void> {
  await db
    .updateTable('tag')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1), updated_at: at }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Hides the tag at once. Tags that were merged into it follow it. */
export async function markTagRemoved(
  db: TenantDb,
  { id, mergedInto, at }: { id: string; mergedInto: string | null; at: Date },
): Promise<void> {
  await db
    .updateTable('tag')
    .set({ merged_into: mergedInto })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('merged_into', '=', id)
    .execute()
  await db
    .updateTable('tag')
    .set({ removed_at: at, updated_at: at, merged_into: mergedInto, profiles_left: true })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const idsByNameStatement = statement(
  'lock tags by name',
  ({ enterpriseId, names }: { enterpriseId: EnterpriseId; names: readonly string[] }) => sql`
    select id, lower(name) as name from tag
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[]) and removed_at is null
    order by id for share`,
  { present: ['name'] },
)

/** Locks the tags against deletion until the end of the transaction. `names` are in lower case. */
export async function selectTagIdsByName(
  db: TenantDb,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return await idsByNameStatement(db, { enterpriseId: db.enterpriseId, names })
}

const existingStatement = statement(
  'lock tags by id',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select id, name from tag where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[]) and removed_at is null
    order by id for share`,
)

/** Those that exist. Locks them against deletion until the end of the transaction. */
export async function lockExistingTags(db: TenantDb, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return await existingStatement(db, { enterpriseId: db.enterpriseId, ids })
}

/** Whether the tag exists. */
export async function tagExists(db: TenantDb, id: string): Promise<boolean> {
  return (await tagsOf(db).select('t.id').where('t.id', '=', id).execute()).length > 0
}

/** SQL: whether a removed tag still has profiles. */
export const tagsLeft = (): RawBuilder<boolean> => sql`exists (select from tag where profiles_left)`

/** A removed tag that still has profiles; skips those that another process works on. */
export async function selectLeft(db: SystemDb) {
  return await db
    .selectFrom('tag')
    .select(['enterprise_id', 'id'])
    .where('profiles_left', '=', true)
    .orderBy('enterprise_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Locks a removed tag that still has profiles. @returns undefined if another process has done it */
export async function lockLeft(db: TenantDb, id: string) {
  return await db
    .selectFrom('tag')
    .select(['id', 'merged_into'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('profiles_left', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

export async function markDone(db: TenantDb, id: string): Promise<void> {
  await db
    .updateTable('tag')
    .set({ profiles_left: false })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}
