import type { SavedReportFields } from '@simwright/contract/insight/report'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { Who } from '../../../http/call.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type SavedRecord = {
  id: string
  name: string
  parameters: unknown
  shared: boolean
  version: number
  created_by: UserId
}

type ListedRecord = SavedRecord & { created_by_name: string; schedules: number }

const savedReportsStatement = statement(
  'select saved reports',
  ({ enterpriseId, userId }: Pick<Who, 'enterpriseId' | 'userId'>) => sql`
    select r.id, r.name, r.parameters, r.shared, r.version, r.created_by,
      coalesce(${nameOfUser('r.created_by')}, '') as created_by_name,
      (select count(*)::integer from report_schedule s
       where s.enterprise_id = r.enterprise_id and s.report_id = r.id) as schedules
    from saved_report r
    where r.enterprise_id = ${enterpriseId} and (r.shared or r.created_by = ${userId})
    order by lower(r.name), r.id`,
  { present: ['created_by_name', 'schedules'] },
)

/** The user's own saved reports and the shared ones, by name. */
export async function selectSavedReports(
  db: TenantDb,
  { userId }: Pick<Who, 'enterpriseId' | 'userId'>,
): Promise<ListedRecord[]> {
  return await savedReportsStatement(db, { enterpriseId: db.enterpriseId, userId })
}

const lockSavedReportStatement = statement(
  'lock saved report',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select id, name, parameters, shared, version, created_by from saved_report
    where enterprise_id = ${enterpriseId} and id = ${id} for update`,
)

export async function lockSavedReport(db: TenantDb, id: string): Promise<SavedRecord | undefined> {
  return (await lockSavedReportStatement(db, { enterpriseId: db.enterpriseId, id }))[0]
}

const countSavedReportsStatement = statement(
  'count saved reports',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from saved_report where enterprise_id = ${enterpriseId}`,
  { present: ['counted'] },
)

export async function countSavedReports(db: TenantDb): Promise<number> {
  return (await countSavedReportsStatement(db, { enterpriseId: db.enterpriseId }))[0]!.counted
}

type NewReport = { id: string; fields: SavedReportFields; userId: UserId; at: Date }

/** @throws unique_violation when another report that the same people see has the name */
export async function insertSavedReport(db: TenantDb, { id, fields, userId, at }: NewReport): Promise<void> {
  const own = { enterprise_id: db.enterpriseId, id, created_by: userId, created_at: at, updated_at: at }
  await db
    .insertInto('saved_report')
    .values({ ...own, ...columnsOf(fields) })
    .execute()
}

/** @throws unique_violation when another report that the same people see has the name */
export async function updateSavedReport(
  db: TenantDb,
  { id, fields, at }: { id: string; fields: SavedReportFields; at: Date },
): Promise<void> {
  await db
    .updateTable('saved_report')
    .set((eb) => ({ ...columnsOf(fields), version: eb('version', '+', 1), updated_at: at }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const columnsOf = ({ name, parameters, isShared }: SavedReportFields) => ({
  name,
  parameters: JSON.stringify(parameters),
  shared: isShared,
})

export async function deleteSavedReport(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('saved_report').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}
