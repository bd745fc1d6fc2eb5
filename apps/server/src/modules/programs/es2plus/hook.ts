import { fragment } from '../../../db/fragment.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Write } from '../../../db/write-together.ts'

/** A step of a download that the operator is notified of (ES2+.HandleDownloadProgressInfo, SGP.22, 5.3.5). */
export type ProgressStep = {
  id: string
  orderId: string
  profileId: string
  configurationId: string
  /** functionRequesterIdentifier of the order. */
  requester: string
  iccid: string
  eid: string | null
  /** notificationPointId. */
  point: 1 | 2 | 3 | 4
  /** Null: Executed-Success. */
  status: { subjectCode: string; reasonCode: string; message: string } | null
  /** The message of the device that has the installation result. */
  messageId: string | null
}

/** Queues notifications for operators that have a callback URL and a usable certificate; the others get none. */
export const progressWrite = (
  { enterpriseId, at }: { enterpriseId: EnterpriseId; at: Date },
  steps: readonly ProgressStep[],
): Write => fragment`
  insert into es2plus_progress (enterprise_id, id, order_id, profile_id, configuration_id, requester, iccid, eid, point,
    subject_code, reason_code, message, message_id, at, state, next_at)
  select ${enterpriseId}::uuid, s.id, s."orderId", s."profileId", s."configurationId", s.requester, s.iccid, s.eid, s.point,
    s.status->>'subjectCode', s.status->>'reasonCode', s.status->>'message', s."messageId", ${at}::timestamptz, 'WAITING',
    ${at}::timestamptz
  from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s(id uuid, "orderId" uuid, "profileId" uuid,
    "configurationId" uuid, requester text, iccid text, eid text, point smallint, status jsonb, "messageId" uuid)
  where exists (select from es2plus_operator o
    join es2plus_certificate_directory c on c.enterprise_id = o.enterprise_id and c.operator_id = o.id
    where o.enterprise_id = ${enterpriseId}::uuid and c.state <> 'WAITING'
    and o.requester = s.requester and o.removed_at is null and o.callback_url is not null)`
