import type { TenantDb } from '../../../db/database.ts'
import type { UserId } from '../../../db/row-id.ts'

/**
 * Inserts the name of a program that acts in the enterprise account. What it creates has its id as `created_by`, and its
 * events as `actor_id`, like the id of a user.
 */
export async function insertProgram(db: TenantDb, { id, name }: { id: UserId; name: string }): Promise<void> {
  await db.insertInto('program').values({ enterprise_id: db.enterpriseId, id, name }).execute()
}

export async function renameProgram(db: TenantDb, { id, name }: { id: UserId; name: string }): Promise<void> {
  await db
    .updateTable('program')
    .set({ name })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}
