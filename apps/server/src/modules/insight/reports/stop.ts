import type { StopReason } from '@simwright/contract/insight/report-schedule'
import { readMembers } from '../../people/sessions/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import type { Server } from './port.ts'
import { lockSchedule, type ScheduleRecord, updateSchedule } from './schedule-queries.ts'

/** Why a schedule stopped, for those who can mend it. */
const reasons: Readonly<Record<StopReason, string>> = {
  OWNER_LEFT: 'Its owner has left the enterprise account.',
  OWNER_MAY_NOT: 'Its owner may no longer see reports.',
  NO_RECIPIENT: 'None of its recipients is a member who may see reports.',
  REPORT_INVALID: 'What it reports on does not exist any more, or its owner may not see it.',
}

/** Stops a schedule, and notifies its owner and the owners and admins of the enterprise account. */
export async function stopSchedule(server: Server, schedule: ScheduleRecord, stop_reason: StopReason): Promise<void> {
  const { enterprise_id: enterpriseId, id, report_name: reportName, owner_name: owner } = schedule
  const reason = reasons[stop_reason]
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockSchedule(db, enterpriseId, id)
    if (held?.version !== schedule.version || held.state !== 'ACTIVE') return
    const columns = { state: 'STOPPED', stop_reason, next_at: null, retry_at: null, updated_at: at } as const
    await updateSchedule(db, enterpriseId, { id, columns })
    const object = { id, name: reportName }
    const action = 'report.scheduleStopped'
    await recordAudit(server, db, { action, enterpriseId, object, after: { owner, reason } })
    const members = await readMembers(db, enterpriseId, { at })
    const notified = members.filter((member) => member.isAdmin || member.userId === schedule.owner_id)
    const news = { kind: 'REPORT_STOPPED', facts: { reportName, owner, reason } } as const
    await notifyMembers(server, db, { enterpriseId, userIds: notified.map(({ userId }) => userId), news })
  })
}
