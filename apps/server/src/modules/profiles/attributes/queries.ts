import type { AttributeKind } from '@simwright/contract/profiles/attribute-value'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'

const attributesOf = (db: TenantDb) =>
  db.selectFrom('attribute').where('enterprise_id', '=', db.enterpriseId).where('removed_at', 'is', null)

const COLUMNS = [
  'id',
  'word',
  'name',
  'kind',
  'choices',
  'required',
  'version',
  'position',
  'updated_at',
  'replaced_by',
] as const

/** All attributes in their order. */
export async function selectAttributes(db: TenantDb) {
  return await attributesOf(db).select(COLUMNS).orderBy('position').orderBy('id').execute()
}

export type AttributeRecord = Awaited<ReturnType<typeof selectAttributes>>[number]

/** Those of other types whose values are about to move to the attribute that replaces them. */
export async function selectReplaced(db: TenantDb): Promise<AttributeRecord[]> {
  return await db
    .selectFrom('attribute')
    .select(COLUMNS)
    .where('enterprise_id', '=', db.enterpriseId)
    .where('replaced_by', 'is not', null)
    .where('profiles_left', '=', true)
    .execute()
}

export async function selectAttribute(db: TenantDb, id: string): Promise<AttributeRecord | undefined> {
  return await attributesOf(db).select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function lockAttribute(db: TenantDb, id: string): Promise<AttributeRecord | undefined> {
  return await attributesOf(db).select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks it against deletion until the end of the transaction. */
export async function shareAttribute(db: TenantDb, id: string): Promise<AttributeRecord | undefined> {
  return await attributesOf(db).select(COLUMNS).where('id', '=', id).forShare().executeTakeFirst()
}

export type AttributeValues = {
  id: string
  word: string
  name: string
  kind: AttributeKind
  choices: readonly string[]
  required: boolean
  position: number
  userId: UserId
  at: Date
}

/** @throws unique_violation when another attribute has the word */
export async function insertAttribute(db: TenantDb, attribute: AttributeValues): Promise<void> {
  const { userId, at, choices, ...values } = attribute
  await db
    .insertInto('attribute')
    .values({
      ...values,
      enterprise_id: db.enterpriseId,
      choices: [...choices],
      created_by: userId,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export async function updateAttribute(
  db: TenantDb,
  { id, at, ...fields }: { id: string; at: Date; name: string; choices: readonly string[]; required: boolean },
): Promise<void> {
  await db
    .updateTable('attribute')
    .set((eb) => ({ ...fields, choices: [...fields.choices], version: eb('version', '+', 1), updated_at: at }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function updatePosition(db: TenantDb, { id, position }: { id: string; position: number }): Promise<void> {
  await db
    .updateTable('attribute')
    .set({ position })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Hides the attribute at once. Those that it replaced follow it. */
export async function markRemoved(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('attribute')
    .set({ replaced_by: null })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('replaced_by', '=', id)
    .execute()
  await db
    .updateTable('attribute')
    .set({ removed_at: at, updated_at: at, profiles_left: true })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** The removed attribute, and those that it had replaced, move their values to another. */
export async function markReplaced(db: TenantDb, { id, by }: { id: string; by: string }): Promise<void> {
  await db
    .updateTable('attribute')
    .set({ replaced_by: by })
    .where('enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb.or([eb('id', '=', id), eb('replaced_by', '=', id)]))
    .execute()
}

/** SQL: whether profiles still have values of a removed attribute. */
export const attributesLeft = (): RawBuilder<boolean> => sql`exists (select from attribute where profiles_left)`

export async function selectLeft(db: SystemDb) {
  return await db
    .selectFrom('attribute')
    .select(['enterprise_id', 'id'])
    .where('profiles_left', '=', true)
    .orderBy('enterprise_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Locks a removed attribute that still has values. @returns undefined if another process has done it */
export async function lockLeft(db: TenantDb, id: string) {
  return await db
    .selectFrom('attribute')
    .select(['id', 'replaced_by'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('profiles_left', '=', true)
    .forUpdate()
    .executeTakeFirst()
}

export async function markDone(db: TenantDb, id: string): Promise<void> {
  await db
    .updateTable('attribute')
    .set({ profiles_left: false })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}
