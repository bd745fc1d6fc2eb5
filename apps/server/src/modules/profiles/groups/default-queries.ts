import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

const defaultsStatement = statement(
  'select defaults of groups',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select group_id, configuration_id, recycle_days, mail_message, qr_preset_id, version from group_default
    where enterprise_id = ${enterpriseId} and group_id = any(${ids}::uuid[])`,
)

/** The defaults of these groups, without groups that never had any. */
export async function selectDefaults(db: TenantDb, ids: readonly string[]) {
  return await defaultsStatement(db, { enterpriseId: db.enterpriseId, ids })
}

/** The default configuration of the group with a name, in any case; undefined if there is none. */
export async function selectConfigurationOf(db: TenantDb, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('profile_group as g')
    .innerJoin('group_default as d', (join) =>
      join.onRef('d.enterprise_id', '=', 'g.enterprise_id').onRef('d.group_id', '=', 'g.id'),
    )
    .select('d.configuration_id')
    .where('g.enterprise_id', '=', db.enterpriseId)
    .where((eb) => eb(eb.fn<string>('lower', ['g.name']), '=', name.toLowerCase()))
    .where('g.removed_at', 'is', null)
    .executeTakeFirst()
  return row?.configuration_id ?? undefined
}

type Values = {
  configuration_id: string | null
  recycle_days: number | null
  mail_message: string | null
  qr_preset_id: string | null
}

/** @returns false if the defaults were changed since `version` was read */
export async function writeDefaults(
  db: TenantDb,
  { id, version, at, values }: { id: string; version: number; at: Date; values: Values },
): Promise<boolean> {
  const row = { ...values, version: version + 1, changed_at: at }
  const query =
    version === 0
      ? db
          .insertInto('group_default')
          .values({ ...row, enterprise_id: db.enterpriseId, group_id: id })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : db
          .updateTable('group_default')
          .set(row)
          .where('enterprise_id', '=', db.enterpriseId)
          .where('group_id', '=', id)
          .where('version', '=', version)
          .returning('version')
  return (await query.executeTakeFirst()) !== undefined
}
