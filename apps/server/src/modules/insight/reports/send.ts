import { Problem } from '@simwright/contract'
import type { ReportParameters } from '@simwright/contract/insight/report'
import { ruleOfKind } from '@simwright/contract/insight/report-kind'
import { ATTACHED_BYTES_MAX } from '@simwright/contract/insight/report-schedule'
import { type GroupLimit, withGroupLimit } from '../../../db/group-limit.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Sender } from '../../../port/mail.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { type MemberNow, readMembers } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf, senderOf } from '../../platform/brand/service.ts'
import { reportLetter } from '../../platform/mail/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'
import { isFolded, label } from '../../profiles/rollup/service.ts'
import { reportFile } from './file.ts'
import { labelOfRange } from './range.ts'
import { openReader, type ReportReader } from './reader.ts'
import { billingOf, type PreparedReport, prepareReport } from './report.ts'
import { parametersOf } from './saved.ts'
import { lockSchedule, type ScheduleRecord, selectSchedule, updateSchedule } from './schedule-queries.ts'
import { nextDue } from './schedule-time.ts'
import { peopleOf, type SchedulePeople, stopSchedule, whyStopped } from './stop.ts'

type Key = { enterpriseId: EnterpriseId; id: string }

/** A due schedule with its owner and recipients, as they are now. */
type Due = SchedulePeople & {
  schedule: ScheduleRecord
  parameters: ReportParameters
  enterpriseName: string
}

/**
 * Sends the report of a schedule that is due, with the rights of its owner at this moment, and sets its next time. It
 * waits until the counters have all events of before that time. The report is read first; then one transaction queues
 * the mails, unless the schedule changed or another process has sent it. So each time is sent once, also after a crash.
 * Times that were missed are sent once.
 */
export async function sendReport(server: Server, key: Key): Promise<void> {
  const due = await readDue(server, key)
  if (!due) return
  const reason = whyStopped(due.schedule, due)
  if (reason !== undefined) return await stopSchedule(server, due.schedule, reason)
  const limit = limitOf(key.enterpriseId, due.owner!)
  const made = await withGroupLimit(limit, () => makeReport(server, key.enterpriseId, due))
  if (made === 'invalid') return await stopSchedule(server, due.schedule, 'REPORT_INVALID')
  await queueMails(server, key, { due, made })
}

/** The owner's limit to groups, which applies to the report. */
function limitOf(enterpriseId: EnterpriseId, { userId, groupIds: groups }: MemberNow): GroupLimit | undefined {
  return groups && { enterpriseId, userId, groups }
}

async function readDue(server: Server, { enterpriseId, id }: Key): Promise<Due | undefined> {
  const at = server.clock.now()
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const schedule = await selectSchedule(db, id)
    if (schedule?.state !== 'ACTIVE' || schedule.next_at === null || schedule.next_at > at) return undefined
    // the figures of the last seconds before the hour; a later sweep sends the report
    if (!(await isFolded(db, schedule.next_at))) return undefined
    const userIds = [...new Set([schedule.owner_id, ...schedule.recipients])]
    const members = await readMembers(db, { at, userIds })
    return {
      schedule,
      parameters: parametersOf({ parameters: schedule.report_parameters }),
      ...peopleOf(schedule, members),
      enterpriseName: (await selectEnterprise(db)).name,
    }
  })
}

type Attachment = { name: string; type: string; content: string }

type MadeReport = {
  prepared: PreparedReport
  range: string
  attachment: Attachment | undefined
  /** Why there is no attachment although the schedule attaches the file; else empty. */
  reason: string
}

/** The report as its owner sees it; `invalid` when the portal refuses it to the owner. */
async function makeReport(
  server: Server,
  enterpriseId: EnterpriseId,
  { schedule, parameters, owner }: Due,
): Promise<MadeReport | 'invalid'> {
  const { time_zone: timeZone, next_at: at } = schedule
  const reader = await openReader(server, { enterpriseId, timeZone, at: at! })
  try {
    const prepared = await prepareReport(reader, parameters, billingOf(owner!, reader))
    const range = labelOfRange(prepared.range ?? { from: reader.at, to: reader.at }, timeZone)
    return { prepared, range, ...(await attach(reader, prepared, schedule)) }
  } catch (error) {
    if (error instanceof Problem && error.name === 'invalid') return 'invalid'
    throw error
  }
}

const NO_NAMES = 'It has names of members, so it is not attached.'
const TOO_LARGE = 'Its file is too large to be attached.'

/** The file of the report, if the schedule attaches it. */
async function attach(
  reader: ReportReader,
  prepared: PreparedReport,
  { delivery, format }: Pick<ScheduleRecord, 'delivery' | 'format'>,
): Promise<Pick<MadeReport, 'attachment' | 'reason'>> {
  if (delivery === 'LINK') return { attachment: undefined, reason: '' }
  if (prepared.by === 'member') return { attachment: undefined, reason: NO_NAMES }
  const { fileName: name, contentType: type, body } = reportFile(reader, prepared, format)
  const content = await bytesOf(body as AsyncIterable<string | Uint8Array>)
  if (!content) return { attachment: undefined, reason: TOO_LARGE }
  return { attachment: { name, type, content: content.toString('base64') }, reason: '' }
}

/** The bytes of a file; undefined for a file that is too large, which is not read to its end. */
async function bytesOf(body: AsyncIterable<string | Uint8Array>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk))
    bytes += chunks.at(-1)!.length
    if (bytes > ATTACHED_BYTES_MAX) return undefined
  }
  return Buffer.concat(chunks)
}

async function queueMails(
  server: Server,
  { enterpriseId, id }: Key,
  { due, made }: { due: Due; made: MadeReport },
): Promise<void> {
  const { schedule, recipients, owner, parameters } = due
  const { time_zone: timeZone, month_day: monthDay } = schedule
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockSchedule(db, id)
    if (held?.version !== schedule.version || held.state !== 'ACTIVE') return
    let attached = 0
    for (const member of recipients) {
      const file = made.attachment && seesAll(member, owner!, parameters) ? made.attachment : undefined
      if (file) attached += 1
      const sender = senderOf(server, platformOf(server, member.platformId))
      const letter = reportLetter(sender, {
        to: member.email,
        firstName: member.firstName,
        enterpriseName: due.enterpriseName,
        reportName: schedule.report_name,
        range: made.range,
        owner: owner!.name,
        url: reportUrl(sender, made.prepared, timeZone),
        file,
        reason: remarkOn(made, { file, member, owner: owner! }),
      })
      await server.mail.queue(db as never, letter)
    }
    const at = server.clock.now()
    await updateSchedule(db, {
      id,
      columns: {
        recipients: JSON.stringify(recipients.map(({ userId }) => userId)),
        last_at: at,
        last_mails: recipients.length,
        next_at: nextDue({ ...schedule, timeZone, monthDay }, at),
        retry_at: null,
      },
    })
    const after = { owner: owner!.name, mails: recipients.length, attached }
    const entry = { enterpriseId, object: { id, name: schedule.report_name }, after }
    await recordAudit(server, db, { action: 'report.sent', ...entry })
  })
}

const OTHER_VIEW = 'It has figures outside of your view, so it is not attached.'

type Sent = { file: Attachment | undefined; member: MemberNow; owner: MemberNow }

/** Why a recipient does not get the file, or why it has fewer groups than the recipient sees. */
function remarkOn(made: MadeReport, { file, member, owner }: Sent): string {
  if (!file) return made.attachment ? OTHER_VIEW : made.reason
  const isPart = owner.groupIds !== undefined && member.groupIds?.every((id) => owner.groupIds!.includes(id)) !== true
  return isPart ? `It has only the groups that ${owner.name} sees.` : ''
}

/** Whether the recipient would see in the portal what the owner's file has. Others get the link. */
function seesAll({ permissions, groupIds }: MemberNow, owner: MemberNow, { range }: ReportParameters): boolean {
  const seesGroups = groupIds === undefined || owner.groupIds?.every((id) => groupIds.includes(id)) === true
  const seesBill = range !== 'billing' || permissions.has('Subscription_View') || permissions.has('Order_View')
  return seesGroups && seesBill
}

/** The page of the portal that shows this report with the days of its range. */
function reportUrl({ publicUrl }: Sender, { parameters, by, range, period }: PreparedReport, timeZone: string): string {
  const { kind, step, only } = parameters
  const { stepped } = ruleOfKind(kind)
  const names: Record<string, string> = { kind, by }
  if (stepped) names.step = step
  if (only.length > 0) names.only = JSON.stringify(only)
  if (period) Object.assign(names, { range: 'billing', order: period.orderCode })
  else if (range) {
    const [from, to] = [label(range.from, timeZone, 'day'), label(new Date(range.to.getTime() - 1), timeZone, 'day')]
    Object.assign(names, { range: 'days', from, to })
  }
  return `${publicUrl}/reports?${new URLSearchParams(names)}`
}
