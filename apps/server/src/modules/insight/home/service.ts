import type { OutputOf } from '@simwright/contract'
import type * as home from '@simwright/contract/insight/home'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Who } from '../../../http/call.ts'
import type { HomeServer as Server } from '../../../port/module.ts'
import { readLastWeek } from '../dashboard/service.ts'

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

export async function readOverview(
  server: Server,
  who: Who,
  timeZone: string,
): Promise<OutputOf<typeof home.overview>> {
  const steps = await server.db.tenantRead(who.enterpriseId, (db) => selectSteps(db))
  const week = await readLastWeek(server, who, timeZone)
  return {
    steps,
    downloads: week.map(({ day, downloads }) => ({ day, count: downloads })),
    codes: week.map(({ day, codes }) => ({ day, count: codes })),
  }
}

/**
 * Which steps of the guide are done: a configuration added, a code generated, a profile downloaded, one enabled,
 * disabled or deleted.
 */
async function selectSteps(db: TenantDb) {
  return (await stepsStatement(db, { enterpriseId: db.enterpriseId }))[0]!
}
