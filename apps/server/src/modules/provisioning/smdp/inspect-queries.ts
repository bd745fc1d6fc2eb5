import type { SystemDb, TenantDb } from '../../../db/database.ts'

/** A raw message of a device. */
export async function selectMessage(db: TenantDb, id: string) {
  return await db
    .selectFrom('device_message')
    .select(['function', 'at', 'outcome', 'raw'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The data from which a profile's package is built. */
export async function selectBuild(db: TenantDb, id: string) {
  return await db
    .selectFrom('profile as p')
    .innerJoin('profile_key as k', (join) =>
      join.onRef('k.enterprise_id', '=', 'p.enterprise_id').onRef('k.profile_id', '=', 'p.id'),
    )
    .select(['p.iccid', 'p.imsi', 'p.msisdn', 'p.configuration_id', 'p.configuration_version', 'k.sealed'])
    .where('p.enterprise_id', '=', db.enterpriseId)
    .where('p.id', '=', id)
    .executeTakeFirst()
}

export async function areKeysErased(db: TenantDb, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('profile')
    .select('keys_erased_at')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined && row.keys_erased_at !== null
}

/** The device that a profile is bound to; undefined if no device asked for it, or there is no such profile. */
export async function selectDeviceOf(db: TenantDb, id: string) {
  return await db
    .selectFrom('profile as p')
    .leftJoin('device as d', (join) =>
      join.onRef('d.enterprise_id', '=', 'p.enterprise_id').onRef('d.eid', '=', 'p.eid'),
    )
    .select(['d.tac', 'd.imei', 'd.first_seen_at', 'd.last_seen_at'])
    .where('p.enterprise_id', '=', db.enterpriseId)
    .where('p.id', '=', id)
    .executeTakeFirst()
}

/** Deletes the IMEIs of devices that were last seen before a time. @returns how many */
export async function forgetImeis(db: SystemDb, before: Date): Promise<number> {
  const [done] = await db
    .updateTable('device')
    .set({ imei: null })
    .where('imei', 'is not', null)
    .where('last_seen_at', '<', before)
    .execute()
  return Number(done?.numUpdatedRows ?? 0)
}
