import type { TenantDb } from '../../../db/database.ts'

export type RoleRecord = { id: string; name: string; permissions: unknown; version: number; updated_at: Date }

export async function selectRoles(db: TenantDb): Promise<RoleRecord[]> {
  return await db
    .selectFrom('enterprise_role')
    .select(['id', 'name', 'permissions', 'version', 'updated_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .orderBy((order) => order.fn('lower', ['name']))
    .execute()
}

/** The role, locked until the transaction ends. */
export async function lockRole(db: TenantDb, id: string): Promise<RoleRecord | undefined> {
  return await db
    .selectFrom('enterprise_role')
    .select(['id', 'name', 'permissions', 'version', 'updated_at'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** @returns false when the name is in use */
export async function insertRole(
  db: TenantDb,
  { id, name, permissions, at }: { id: string; name: string; permissions: readonly string[]; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('enterprise_role')
    .values({
      enterprise_id: db.enterpriseId,
      id,
      name,
      permissions: JSON.stringify(permissions),
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** @throws a unique violation of `enterprise_role_name` when another role has the name */
export async function updateRoleFields(
  db: TenantDb,
  { id, name, permissions, at }: { id: string; name: string; permissions: readonly string[]; at: Date },
): Promise<void> {
  await db
    .updateTable('enterprise_role')
    .set((set) => ({ name, permissions: JSON.stringify(permissions), updated_at: at, version: set('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function deleteRole(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('enterprise_role').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}
