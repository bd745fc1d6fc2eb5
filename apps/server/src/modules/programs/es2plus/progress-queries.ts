import { type Selectable, sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import type { TenantTables } from '../../../db/tables.gen.ts'

const dropWaitingStatement = statement(
  'drop waiting ES2+ notifications',
  ({ enterpriseId, requester }: { enterpriseId: EnterpriseId; requester: string }) => sql`
    update es2plus_progress set state = 'NOT_SENT', next_at = null
    where enterprise_id = ${enterpriseId} and requester = ${requester} and next_at is not null
      and not exists (select from es2plus_operator o
        join es2plus_certificate_directory c on c.enterprise_id = o.enterprise_id and c.operator_id = o.id
        where o.enterprise_id = ${enterpriseId} and o.requester = ${requester} and o.removed_at is null
          and c.state <> 'WAITING')`,
)

/** Gives up what waits for a functionRequesterIdentifier that no usable certificate has any more. */
export async function dropWaiting(
  db: SystemDb,
  { enterpriseId, requester }: { enterpriseId: EnterpriseId; requester: string },
): Promise<void> {
  await dropWaitingStatement(db, { enterpriseId, requester })
}

export type DueProgress = Selectable<TenantTables['es2plus_progress']>

/** How long a process has to send what it took; a later process sends it again. */
const TAKEN_MS = 60_000

const takeDueStatement = statement(
  'take due ES2+ notifications',
  ({ at, takenUntil, limit }: { at: Date; takenUntil: Date; limit: number }) => sql`
    update es2plus_progress p set next_at = ${takenUntil}
    from (
      select d.enterprise_id, d.id from es2plus_progress d
      where d.next_at <= ${at} and not exists (select from es2plus_progress e where e.enterprise_id = d.enterprise_id
        and e.order_id = d.order_id and e.id < d.id and e.next_at is not null and e.attempts = 0)
      order by d.next_at, d.id limit ${limit} for update skip locked) due
    where p.enterprise_id = due.enterprise_id and p.id = due.id
    returning p.*`,
)

/**
 * Takes notifications that are due, of all enterprise accounts. The first attempts of one order are made in the order of
 * its steps; a retry holds back nothing.
 */
export async function takeDue(system: SystemDb, at: Date, limit: number): Promise<DueProgress[]> {
  return await takeDueStatement(system, { at, takenUntil: new Date(at.getTime() + TAKEN_MS), limit })
}

export type ProgressDetails = {
  callback_url: string | null
  certificate: Buffer | null
  profile_type: string
  /** The installation result as received. */
  raw: Buffer | null
}

const detailsStatement = statement(
  'select details of ES2+ notification',
  ({
    requester,
    message_id,
    enterprise_id,
    configuration_id,
  }: Pick<DueProgress, 'requester' | 'message_id' | 'enterprise_id' | 'configuration_id'>) => sql`
    select o.callback_url, o.certificate, c.name as profile_type, m.raw
    from profile_configuration c
    left join lateral (select r.callback_url, r.certificate from es2plus_operator r
      join es2plus_certificate_directory d on d.enterprise_id = r.enterprise_id and d.operator_id = r.id
      where r.enterprise_id = c.enterprise_id and r.requester = ${requester} and r.removed_at is null
        and r.callback_url is not null and d.state <> 'WAITING'
      order by r.created_at desc limit 1) o on true
    left join device_message m on m.enterprise_id = c.enterprise_id and m.id = ${message_id}::uuid
    where c.enterprise_id = ${enterprise_id} and c.id = ${configuration_id}`,
)

/** The receiver and the further content of a notification. The name of the configuration is the current one. */
export async function selectDetails(
  db: TenantDb,
  { enterprise_id, requester, configuration_id, message_id }: DueProgress,
): Promise<ProgressDetails> {
  return (await detailsStatement(db, { requester, message_id, enterprise_id, configuration_id }))[0]!
}

export type ProgressOutcome = {
  state: 'WAITING' | 'DELIVERED' | 'FAILED' | 'NOT_SENT'
  attempts: number
  nextAt: Date | null
  at: Date
  status: number | null
  fault: string | null
}

const recordOutcomeStatement = statement(
  'record outcome of ES2+ notification',
  ({
    state,
    attempts,
    nextAt,
    at,
    status,
    fault,
    enterprise_id,
    id,
  }: ProgressOutcome & Pick<DueProgress, 'enterprise_id' | 'id'>) => sql`
    update es2plus_progress set state = ${state}, attempts = ${attempts}, next_at = ${nextAt}, last_at = ${at},
      last_status = ${status}, last_fault = ${fault}
    where enterprise_id = ${enterprise_id} and id = ${id} and state = 'WAITING'`,
)

export async function recordOutcome(
  db: TenantDb,
  { enterprise_id, id }: Pick<DueProgress, 'enterprise_id' | 'id'>,
  { state, attempts, nextAt, at, status, fault }: ProgressOutcome,
): Promise<void> {
  await recordOutcomeStatement(db, { state, attempts, nextAt, at, status, fault, enterprise_id, id })
}

/** Whether {@link takeDue} may find a notification: one of its orders may still wait for an earlier one. */
export const noticesDue = (at: Date) => condition`(select min(next_at) from es2plus_progress) <= ${at}`

/** Notifications of all operators that are not sent yet. */
export const countUnsent = async (db: SystemDb): Promise<number> =>
  await countCapped(db, sql`select from es2plus_progress where next_at is not null`)
