import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import { SCHEDULES_MAX } from '@simwright/contract/insight/report'
import type * as contract from '@simwright/contract/insight/report-schedule'
import type { ScheduleFields } from '@simwright/contract/insight/report-schedule'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { requireManageable } from '../../../http/manageable.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { isAdmin, readMembers } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { isVisible, parametersOf } from './saved.ts'
import { lockSavedReport } from './saved-queries.ts'
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockSchedule,
  type ScheduleColumns,
  type ScheduleRecord,
  selectSchedules,
  updateSchedule,
} from './schedule-queries.ts'
import { nextDue } from './schedule-time.ts'
import { mayReport, peopleOf, whyStopped } from './stop.ts'

/** Members who may see reports, by name. */
export async function listRecipients(server: Server, who: Who): Promise<OutputOf<typeof contract.recipients>> {
  const { enterpriseId } = who
  const members = await server.db.tenantRead(enterpriseId, (db) => readMembers(db, { at: server.clock.now() }))
  return { items: members.filter(mayReport).map(({ userId: id, name, email }) => ({ id, name, email })) }
}

/** An active schedule that could not be sent now, because its owner left for example, is listed as stopped. */
export async function listSchedules(server: Server, who: Who): Promise<OutputOf<typeof contract.list>> {
  const { enterpriseId } = who
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const rows = await selectSchedules(db, who)
    const userIds = [...new Set(rows.flatMap(({ owner_id, recipients }) => [owner_id, ...recipients]))]
    const members = await readMembers(db, { at: server.clock.now(), userIds })
    const items = rows.map((row) => {
      const reason = row.state === 'ACTIVE' ? whyStopped(row, peopleOf(row, members)) : undefined
      const stopped = reason && ({ state: 'STOPPED', stopReason: reason, nextAt: null } as const)
      return { ...shownOf(row), ...stopped, manageable: isManageable(who, row) }
    })
    return { items }
  })
}

function shownOf(row: Awaited<ReturnType<typeof selectSchedules>>[number]): Omit<contract.Schedule, 'manageable'> {
  return {
    id: row.id,
    reportId: row.report_id,
    reportName: row.report_name,
    version: row.version,
    state: row.state,
    stopReason: row.stop_reason,
    owner: row.owner_name,
    every: row.every,
    hour: row.hour,
    weekday: row.weekday,
    monthDay: row.month_day,
    timeZone: row.time_zone,
    format: row.format,
    delivery: row.delivery,
    recipients: row.recipient_names,
    nextAt: row.next_at?.toISOString() ?? null,
    lastAt: row.last_at?.toISOString() ?? null,
    lastMails: row.last_mails,
  }
}

export async function addSchedule(
  server: Server,
  who: Who,
  { reportId, fields }: ParsedInputOf<typeof contract.add>,
): Promise<OutputOf<typeof contract.add>> {
  const { enterpriseId, userId } = who
  const id = server.random.uuid()
  const at = server.clock.now()
  const columns = columnsOf(fields, at)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const report = await requireReport(db, who, reportId)
    await requireRecipients(db, { fields, at })
    if ((await countSchedules(db)) >= SCHEDULES_MAX)
      throw fault('fields', 'too_many', `Up to ${SCHEDULES_MAX} schedules. Delete one first.`)
    await insertSchedule(db, { id, report_id: reportId, owner_id: userId, ...columns, created_at: at })
    const entry = { enterpriseId, object: { id, name: report.name }, after: scheduleFacts(fields, who.name) }
    await recordAudit(server, db, { action: 'report.scheduled', ...entry })
  })
  return { id, version: 1, nextAt: columns.next_at?.toISOString() ?? null }
}

/** Saves a schedule with the user as its owner, so that it never runs with rights that the user lacks. */
export async function editSchedule(
  server: Server,
  who: Who,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { enterpriseId, userId } = who
  const at = server.clock.now()
  const columns = columnsOf(fields, at)
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockManageable(db, who, { id, version })
    const report = await requireReport(db, who, held.report_id)
    await requireRecipients(db, { fields, at })
    await updateSchedule(db, { id, columns: { ...columns, owner_id: userId } })
    await recordAudit(server, db, {
      action: 'report.scheduleEdited',
      enterpriseId,
      object: { id, name: report.name },
      before: storedFacts(held),
      after: scheduleFacts(fields, who.name),
    })
  })
  return { version: version + 1, nextAt: columns.next_at?.toISOString() ?? null }
}

export async function removeSchedule(
  server: Server,
  who: Who,
  { id, version }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockManageable(db, who, { id, version })
    await deleteSchedule(db, id)
    const entry = { enterpriseId, object: { id, name: held.report_name }, before: storedFacts(held) }
    await recordAudit(server, db, { action: 'report.scheduleRemoved', ...entry })
  })
  return {}
}

/**
 * The saved report, which the user sees. A range of fixed days is refused, because each mail would have the same figures.
 * @throws Problem not_found, invalid
 */
async function requireReport(db: TenantDb, who: Who, id: string) {
  const report = await lockSavedReport(db, id)
  if (!report || !isVisible(who, report)) throw new Problem('not_found')
  const { range, orderCode } = parametersOf(report)
  if (range === 'days' || (range === 'billing' && orderCode !== undefined))
    throw fault(
      'reportId',
      'fixed',
      'This report has a fixed range, so each e-mail would be the same. Save it with a range such as "Last month".',
    )
  return report
}

/** @throws Problem invalid when a recipient is no active member, or may not see reports */
async function requireRecipients(
  db: TenantDb,
  { fields: { recipients: userIds }, at }: { fields: ScheduleFields; at: Date },
): Promise<void> {
  const members = await readMembers(db, { at, userIds })
  if (members.length < userIds.length)
    throw fault(
      'fields.recipients',
      'gone',
      'A recipient is not a member of the enterprise account any more. Choose again.',
    )
  const without = members.filter((member) => !mayReport(member)).map(({ name }) => name)
  if (without.length === 0) return
  const text = `Not allowed to see reports: ${without.join(', ')}. Give them a role with reports, or leave them out.`
  throw fault('fields.recipients', 'forbidden', text)
}

/** @throws Problem not_found, forbidden, or changed_meanwhile */
async function lockManageable(
  db: TenantDb,
  who: Who,
  { id, version }: { id: string; version: number },
): Promise<ScheduleRecord> {
  return requireManageable(await lockSchedule(db, id), {
    version,
    isVisible: (row) => row.report_shared || row.report_owner_id === who.userId || isManageable(who, row),
    isManageable: (row) => isManageable(who, row),
  })
}

const isManageable = (who: Who, { owner_id }: Pick<ScheduleRecord, 'owner_id'>): boolean =>
  owner_id === who.userId || isAdmin(who)

function columnsOf(fields: ScheduleFields, at: Date): ScheduleColumns {
  const { every, hour, weekday, format, delivery, recipients, isPaused } = fields
  return {
    every,
    hour,
    weekday,
    month_day: fields.monthDay,
    time_zone: fields.timeZone,
    format,
    delivery,
    recipients: JSON.stringify(recipients),
    state: isPaused ? 'PAUSED' : 'ACTIVE',
    stop_reason: null,
    next_at: isPaused ? null : nextDue(fields, at),
    retry_at: null,
    updated_at: at,
  }
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

type Rhythm = Pick<ScheduleFields, 'every' | 'hour' | 'weekday' | 'monthDay'>

function timeOf({ every, hour, weekday, monthDay }: Rhythm): string {
  const clock = `${String(hour).padStart(2, '0')}:00`
  if (every === 'DAY') return clock
  return every === 'WEEK' ? `${weekdays[weekday - 1]} ${clock}` : `day ${monthDay}, ${clock}`
}

function scheduleFacts(fields: ScheduleFields, owner: string) {
  const { every, timeZone, format, delivery, recipients, isPaused } = fields
  const state = isPaused ? 'PAUSED' : 'ACTIVE'
  return { owner, every, time: timeOf(fields), timeZone, format, delivery, recipients: recipients.length, state }
}

function storedFacts(held: ScheduleRecord) {
  const { every, time_zone: timeZone, format, delivery, recipients, state, owner_name: owner } = held
  const time = timeOf({ ...held, monthDay: held.month_day })
  return { owner, every, time, timeZone, format, delivery, recipients: recipients.length, state }
}
