import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'

type StepsRecord = { configuration: boolean; generated: boolean; downloaded: boolean; managed: boolean }

/**
 * Which steps of the guide are done: a configuration added, a code generated, a profile downloaded, one enabled,
 * disabled or deleted.
 */
export async function selectSteps(db: TenantDb, enterpriseId: EnterpriseId) {
  const { rows } = await sql<StepsRecord>`
    select
      exists (select 1 from profile_configuration where enterprise_id = ${enterpriseId} and deleted_at is null and not sample) as configuration,
      exists (select 1 from profile where enterprise_id = ${enterpriseId} and not sample) as generated,
      exists (select 1 from rollup where enterprise_id = ${enterpriseId} and kind = 'total'
        and dimension = '' and metric = 'downloaded') as downloaded,
      exists (select 1 from rollup where enterprise_id = ${enterpriseId} and kind = 'total'
        and dimension = '' and metric in ('enabled', 'disabled', 'deleted')) as managed
  `.execute(db)
  return rows[0]!
}
