import type { SharedList, ViewFields } from '@simwright/contract/insight/view'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { nameOfUser } from '../../platform/tenancy/service.ts'

export type ViewRecord = {
  id: string
  module: SharedList
  name: string
  filter: string
  sort_by: string | null
  sort_direction: 'asc' | 'desc' | null
  version: number
  created_by: string
  created_by_name: string
}

const viewsStatement = statement(
  'select saved views',
  ({ enterpriseId, module }: { enterpriseId: EnterpriseId; module: SharedList }) => sql`
    select v.*, coalesce(${nameOfUser('v.created_by')}, '') as created_by_name
    from shared_view v
    where v.enterprise_id = ${enterpriseId} and v.module = ${module} order by lower(v.name), v.id`,
  { present: ['created_by_name'] },
)

export async function selectViews(db: TenantDb, module: SharedList): Promise<ViewRecord[]> {
  return (await viewsStatement(db, { enterpriseId: db.enterpriseId, module })) as ViewRecord[]
}

const lockViewStatement = statement(
  'lock saved view',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select v.*, '' as created_by_name from shared_view v
    where v.enterprise_id = ${enterpriseId} and v.id = ${id} for update`,
  { present: ['created_by_name'] },
)

export async function lockView(db: TenantDb, id: string): Promise<ViewRecord | undefined> {
  return (await lockViewStatement(db, { enterpriseId: db.enterpriseId, id }))[0] as ViewRecord | undefined
}

export async function countViews(db: TenantDb, module: SharedList): Promise<number> {
  const { counted } = await db
    .selectFrom('shared_view')
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('module', '=', module)
    .executeTakeFirstOrThrow()
  return counted
}

type NewView = { id: string; module: SharedList; fields: ViewFields; userId: UserId; at: Date }

/** @throws unique_violation when another view of the list has the name */
export async function insertView(db: TenantDb, { id, module, fields, userId, at }: NewView): Promise<void> {
  const own = { enterprise_id: db.enterpriseId, id, module, created_by: userId, created_at: at, updated_at: at }
  await db
    .insertInto('shared_view')
    .values({ ...own, ...columnsOf(fields) })
    .execute()
}

/** @throws unique_violation when another view of the list has the name */
export async function updateView(
  db: TenantDb,
  { id, fields, at }: { id: string; fields: ViewFields; at: Date },
): Promise<void> {
  await db
    .updateTable('shared_view')
    .set((eb) => ({ ...columnsOf(fields), version: eb('version', '+', 1), updated_at: at }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

const columnsOf = ({ name, filter, sort }: ViewFields) => ({
  name,
  filter,
  sort_by: sort?.by ?? null,
  sort_direction: sort?.direction ?? null,
})

export async function deleteView(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('shared_view').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}
