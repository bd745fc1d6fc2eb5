import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'

const stepsStatement = statement(
  'select steps of the guide',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select
      exists (select 1 from profile_configuration where enterprise_id = ${enterpriseId} and deleted_at is null and not sample) as configuration,
      exists (select 1 from profile where enterprise_id = ${enterpriseId} and not sample) as generated,
      exists (select 1 from rollup where enterprise_id = ${enterpriseId} and kind = 'total'
        and dimension = '' and metric = 'downloaded') as downloaded,
      exists (select 1 from rollup where enterprise_id = ${enterpriseId} and kind = 'total'
        and dimension = '' and metric in ('enabled', 'disabled', 'deleted')) as managed
  `,
  { present: ['configuration', 'generated', 'downloaded', 'managed'], planned: 'per call' },
)

/**
 * Which steps of the guide are done: a configuration added, a code generated, a profile downloaded, one enabled,
 * disabled or deleted.
 */
export async function selectSteps(db: TenantDb) {
  return (await stepsStatement(db, { enterpriseId: db.enterpriseId }))[0]!
}
