import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { ReportScheduleTable } from '../../../db/tables.gen.ts'
import type { Who } from '../../../http/call.ts'
import { nameOfPerson, nameOfUser } from '../../platform/tenancy/service.ts'

export type ScheduleRecord = Omit<Selectable<ReportScheduleTable>, 'recipients'> & {
  recipients: string[]
  owner_name: string
  report_name: string
  report_shared: boolean
  report_owner_id: string
  report_parameters: unknown
}

const RECORD = sql`s.*, r.name as report_name, r.shared as report_shared, r.created_by as report_owner_id,
  r.parameters as report_parameters, coalesce(${nameOfUser('s.owner_id')}, '') as owner_name`

const JOINED = sql`report_schedule s
  join saved_report r on r.enterprise_id = s.enterprise_id and r.id = s.report_id`

type ListedRecord = ScheduleRecord & { recipient_names: { id: string; name: string }[] }

const schedulesStatement = statement(
  'select report schedules',
  ({ enterpriseId, userId }: Pick<Who, 'enterpriseId' | 'userId'>) => sql`
    select ${RECORD}, coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id)
      from (select r.id, ${nameOfPerson('r.id')} as name
        from (select distinct jsonb_array_elements_text(s.recipients)::uuid as id) r) a
      where a.name is not null
    ), '[]') as recipient_names
    from ${JOINED}
    where s.enterprise_id = ${enterpriseId} and (r.shared or r.created_by = ${userId} or s.owner_id = ${userId})
    order by lower(r.name), s.id`,
  { present: ['owner_name', 'recipient_names'] },
)

/** Schedules of reports that the user sees, and the user's own, by the name of the report. */
export async function selectSchedules(
  db: TenantDb,
  { userId }: Pick<Who, 'enterpriseId' | 'userId'>,
): Promise<ListedRecord[]> {
  return (await schedulesStatement(db, { enterpriseId: db.enterpriseId, userId })) as ListedRecord[]
}

const scheduleStatement = statement(
  'select report schedule',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select ${RECORD} from ${JOINED} where s.enterprise_id = ${enterpriseId} and s.id = ${id}`,
  { present: ['owner_name'] },
)

export async function selectSchedule(db: TenantDb, id: string): Promise<ScheduleRecord | undefined> {
  return (await scheduleStatement(db, { enterpriseId: db.enterpriseId, id }))[0] as ScheduleRecord | undefined
}

const lockScheduleStatement = statement(
  'lock report schedule',
  ({ enterpriseId, id }: { enterpriseId: EnterpriseId; id: string }) => sql`
    select ${RECORD} from ${JOINED} where s.enterprise_id = ${enterpriseId} and s.id = ${id} for update of s`,
  { present: ['owner_name'] },
)

/** The schedule, locked until the transaction ends. */
export async function lockSchedule(db: TenantDb, id: string): Promise<ScheduleRecord | undefined> {
  return (await lockScheduleStatement(db, { enterpriseId: db.enterpriseId, id }))[0] as ScheduleRecord | undefined
}

const countSchedulesStatement = statement(
  'count report schedules',
  ({ enterpriseId }: { enterpriseId: EnterpriseId }) => sql`
    select count(*) as counted from report_schedule where enterprise_id = ${enterpriseId}`,
  { present: ['counted'] },
)

export async function countSchedules(db: TenantDb): Promise<number> {
  return (await countSchedulesStatement(db, { enterpriseId: db.enterpriseId }))[0]!.counted
}

type NewSchedule = Omit<Insertable<ReportScheduleTable>, 'enterprise_id'>

export type ScheduleColumns = Omit<NewSchedule, 'id' | 'report_id' | 'owner_id' | 'created_at'>

export async function insertSchedule(db: TenantDb, schedule: NewSchedule): Promise<void> {
  await db
    .insertInto('report_schedule')
    .values({ enterprise_id: db.enterpriseId, ...schedule })
    .execute()
}

type Change = { id: string; columns: Partial<Omit<NewSchedule, 'id' | 'report_id' | 'created_at'>> }

/** Changes a schedule, and its version: what a process has read before is out of date. */
export async function updateSchedule(db: TenantDb, { id, columns }: Change): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

export async function deleteSchedule(db: TenantDb, id: string): Promise<void> {
  await db.deleteFrom('report_schedule').where('enterprise_id', '=', db.enterpriseId).where('id', '=', id).execute()
}

type DueSchedule = { enterpriseId: EnterpriseId; id: string }

const dueSchedulesStatement = statement(
  'select due report schedules',
  ({ now, limit }: { now: Date; limit: number }) => sql`
    select enterprise_id as "enterpriseId", id from report_schedule
    where state = 'ACTIVE' and next_at <= ${now} and (retry_at is null or retry_at <= ${now})
    order by next_at limit ${limit}`,
)

/** Schedules of all enterprises that are due, the longest first. */
export async function selectDueSchedules(
  db: SystemDb,
  { now, limit }: { now: Date; limit: number },
): Promise<DueSchedule[]> {
  return await dueSchedulesStatement(db, { now, limit })
}

/** Postpones a schedule after an error. */
export async function updateRetryAt(db: TenantDb, { id, retryAt }: { id: string; retryAt: Date }): Promise<void> {
  await db
    .updateTable('report_schedule')
    .set({ retry_at: retryAt })
    .where('enterprise_id', '=', db.enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Whether {@link selectDueSchedules} finds a schedule. */
export const reportsDue = (now: Date) => condition`
  exists (select from report_schedule
    where state = 'ACTIVE' and next_at <= ${now} and (retry_at is null or retry_at <= ${now}))`
