import type { StopReason } from '@simwright/contract/insight/report-schedule'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { type MemberNow, readMembers } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { isVisible } from './saved.ts'
import { lockSchedule, type ScheduleRecord, updateSchedule } from './schedule-queries.ts'

/** Why a schedule stopped, for those who can mend it. */
const reasons: Readonly<Record<StopReason, string>> = {
  OWNER_LEFT: 'Its owner has left the enterprise account.',
  OWNER_MAY_NOT: 'Its owner may no longer see reports.',
  NO_RECIPIENT: 'None of its recipients is a member who may see reports.',
  REPORT_INVALID: 'What it reports on does not exist any more, or its owner may not see it.',
}

/** The owner and the recipients of a schedule, as they are now. */
export type SchedulePeople = {
  /** Undefined: no active member. */
  owner: MemberNow | undefined
  /** Active members who may see reports. */
  recipients: MemberNow[]
}

export const mayReport = ({ permissions }: Pick<MemberNow, 'permissions'>): boolean => permissions.has('Report')

/** @param members at least those of the owner and the recipients who are active */
export function peopleOf(
  { owner_id, recipients }: Pick<ScheduleRecord, 'owner_id' | 'recipients'>,
  members: readonly MemberNow[],
): SchedulePeople {
  return {
    owner: members.find(({ userId }) => userId === owner_id),
    recipients: members.filter((member) => recipients.includes(member.userId) && mayReport(member)),
  }
}

/** Why a schedule cannot be sent to anyone, or not with the rights of its owner; undefined if it can. */
export function whyStopped(schedule: ScheduleRecord, { owner, recipients }: SchedulePeople): StopReason | undefined {
  if (!owner) return 'OWNER_LEFT'
  if (!mayReport(owner)) return 'OWNER_MAY_NOT'
  const saved = { shared: schedule.report_shared, created_by: schedule.report_owner_id }
  if (!isVisible({ userId: owner.userId }, saved)) return 'REPORT_INVALID'
  return recipients.length === 0 ? 'NO_RECIPIENT' : undefined
}

/** Stops a schedule, and notifies its owner and the owners and admins of the enterprise account. */
export async function stopSchedule(server: Server, schedule: ScheduleRecord, stop_reason: StopReason): Promise<void> {
  const { enterprise_id: enterpriseId, id, report_name: reportName, owner_name: owner } = schedule
  const reason = reasons[stop_reason]
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockSchedule(db, id)
    if (held?.version !== schedule.version || held.state !== 'ACTIVE') return
    const columns = { state: 'STOPPED', stop_reason, next_at: null, retry_at: null, updated_at: at } as const
    await updateSchedule(db, { id, columns })
    const object = { id, name: reportName }
    const action = 'report.scheduleStopped'
    await recordAudit(server, db, { action, enterpriseId, object, after: { owner, reason } })
    const members = await readMembers(db, { at })
    const notified = members.filter((member) => member.isAdmin || member.userId === schedule.owner_id)
    const news = { kind: 'REPORT_STOPPED', facts: { reportName, owner, reason } } as const
    await notifyMembers(server, db, { userIds: notified.map(({ userId }) => userId), news })
  })
}
