import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { textOf } from '../../../db/expression.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

/** The setting; undefined if it was never changed. */
export async function selectErasure(db: TenantDb) {
  return await db
    .selectFrom('key_erasure as k')
    .select(['k.days', 'k.version', 'k.changed_at'])
    .select(textOf`${nameOfUser('k.changed_by')}`.as('changed_by_name'))
    .where('k.enterprise_id', '=', db.enterpriseId)
    .executeTakeFirst()
}

/** Locks the setting, and how far the erasure has come. @returns undefined if another process works on it */
export async function lockErasure(db: TenantDb) {
  return await db
    .selectFrom('key_erasure')
    .select(['days', 'version', 'through_at', 'through_id'])
    .where('enterprise_id', '=', db.enterpriseId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

type Setting = { days: number | null; version: number; userId: UserId; at: Date }

/** @returns false if the setting was changed since `version` was read */
export async function writeErasure(db: TenantDb, { days, version, userId, at }: Setting): Promise<boolean> {
  const values = { days, version: version + 1, changed_by: userId, changed_at: at }
  const query =
    version === 0
      ? db
          .insertInto('key_erasure')
          .values({ ...values, enterprise_id: db.enterpriseId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : db
          .updateTable('key_erasure')
          .set(values)
          .where('enterprise_id', '=', db.enterpriseId)
          .where('version', '=', version)
          .returning('version')
  return (await query.executeTakeFirst()) !== undefined
}

export async function updateThrough(db: TenantDb, { id, at }: { id: string; at: Date }): Promise<void> {
  await db
    .updateTable('key_erasure')
    .set({ through_at: at, through_id: id })
    .where('enterprise_id', '=', db.enterpriseId)
    .execute()
}

/** The enterprise accounts whose keys are erased. */
export async function selectErasing(db: SystemDb): Promise<EnterpriseId[]> {
  const rows = await db
    .selectFrom('key_erasure')
    .select('enterprise_id')
    .where('days', 'is not', null)
    .orderBy('enterprise_id')
    .execute()
  return rows.map(({ enterprise_id: id }) => id)
}
