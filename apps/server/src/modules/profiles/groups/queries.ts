import type { Group, GroupColor } from '@simwright/contract/profiles/group'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import { type NamedQuery, type NamedValue, selectNamed } from '../../../db/named-value.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { shapedStatement, statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type GroupRecord = {
  id: string
  name: string
  color: GroupColor
  notes: string | null
  version: number
  statuses: Group['statuses'] | null
  created_at: Date
  updated_at: Date
  created_by_name: string
}

const groupsStatement = shapedStatement(
  'select groups',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string | undefined }) => sql`
    select g.id, g.name, g.color, g.notes, g.version, g.created_at, g.updated_at,
      coalesce(${nameOfUser('g.created_by')}, '') as created_by_name,
      (select jsonb_object_agg(c.dimension, c.count) from current_count c
       where c.enterprise_id = g.enterprise_id and c.metric = 'status' and c.group_id = g.id and c.count > 0) as statuses
    from profile_group g
    where g.enterprise_id = ${enterpriseId} and g.removed_at is null ${id ? sql`and g.id = ${id}` : sql``}
    order by lower(g.name), g.id`,
  { present: ['created_by_name'] },
)

/** All groups sorted by name, or one, with the number of profiles in each status. */
export async function selectGroups(db: TenantDb, id?: string): Promise<GroupRecord[]> {
  return (await groupsStatement(db, { enterpriseId: db.enterpriseId, id })) as GroupRecord[]
}

export async function lockGroup(db: TenantDb, id: string) {
  return await db
    .selectFrom('profile_group')
    .select(['id', 'name', 'color', 'notes', 'version'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export type GroupFields = { name: string; color: GroupColor; notes: string }

type NewGroupRecord = GroupFields & { id: string; userId: UserId; at: Date }

const insertGroupStatement = statement(
  'insert group',
  (group: NewGroupRecord & { enterpriseId: EnterpriseId }) => sql`
    insert into profile_group (enterprise_id, id, name, color, notes, created_by, created_at, updated_at)
    values (${group.enterpriseId}, ${group.id}, ${group.name}, ${group.color}, nullif(${group.notes}::text, ''), ${group.userId},
      ${group.at}, ${group.at})
    on conflict (enterprise_id, lower(name)) where removed_at is null do nothing
    returning id`,
)

/** @returns false when another group has the name */
export async function insertGroup(db: TenantDb, group: NewGroupRecord): Promise<boolean> {
  return (await insertGroupStatement(db, { ...group, enterpriseId: db.enterpriseId })).length > 0
}

export async function countGroups(db: TenantDb): Promise<number> {
  const row = await db
    .selectFrom('profile_group')
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.counted
}

/** @throws unique_violation when another group has the name */
export async function updateGroup(
  db: TenantDb,
  { id, fields, at }: { id: string; fields: GroupFields; at: Date },
): Promise<void> {
  await db
    .updateTable('profile_group')
    .set((eb) => ({
      name: fields.name,
      color: fields.color,
      notes: fields.notes || null,
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function markRemoved(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('profile_group')
    .set({ removed_at: at, updated_at: at })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const idsByNameStatement = statement(
  'lock groups by name',
  ({ enterpriseId, names }: { enterpriseId: EnterpriseId; names: readonly string[] }) => sql`
    select id, lower(name) as name from profile_group
    where enterprise_id = ${enterpriseId} and lower(name) = any(${names}::text[]) and removed_at is null
    order by id for share`,
  { present: ['name'] },
)

/** Locks the groups against deletion until the end of the transaction. */
export async function selectIdsByName(db: TenantDb, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return await idsByNameStatement(db, { enterpriseId: db.enterpriseId, names })
}

/** Whether the caller sees the group. */
export async function selectExists(db: TenantDb, id: string): Promise<boolean> {
  const group = db.selectFrom('profile_group').select('id').where('enterprise_id', '=', db.enterpriseId)
  return (await group.where('id', '=', id).where('removed_at', 'is', null).execute()).length > 0
}

const existingIdsStatement = statement(
  'lock groups by id',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select id from profile_group where enterprise_id = ${enterpriseId} and id = any(${ids}::uuid[]) and removed_at is null
    order by id for share`,
)

/** The ids that exist. Locks these groups against deletion until the end of the transaction. */
export async function selectExistingIds(db: TenantDb, ids: readonly string[]): Promise<string[]> {
  return (await existingIdsStatement(db, { enterpriseId: db.enterpriseId, ids })).map(({ id }) => id)
}

/** Names of groups, of deleted ones too. */
export async function selectGroupNames(db: TenantDb, query: NamedQuery): Promise<NamedValue[]> {
  const values = sql`
    select id, name, removed_at is not null as "isDeleted" from profile_group where enterprise_id = ${db.enterpriseId}`
  return await selectNamed(db, values, query)
}
