import { sql } from 'kysely'
import type { SystemDb, TenantDb } from '../../../db/database.ts'
import { condition } from '../../../db/expression.ts'
import { countCapped } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { writeTogether } from '../../../db/write-together.ts'
import { type NewOutboxRow, type OutboxEvent, outboxWrite } from './hook.ts'

export type { OutboxEvent } from './hook.ts'

/** Inserts events while a webhook endpoint of the enterprise account wants them; otherwise nothing. */
export async function insertOutbox(
  db: TenantDb,
  context: { enterpriseId: EnterpriseId; at: Date },
  rows: readonly NewOutboxRow[],
): Promise<void> {
  await writeTogether(db, [outboxWrite(context, rows)])
}

const waitingStatement = statement(
  'select accounts with events to send',
  ({ limit }: { limit: number }) => sql`
    with recursive each (enterprise_id) as (
      (select enterprise_id from outbox order by enterprise_id limit 1)
      union all
      select (select o.enterprise_id from outbox o where o.enterprise_id > e.enterprise_id order by o.enterprise_id limit 1)
      from each e where e.enterprise_id is not null
    ) select enterprise_id from each where enterprise_id is not null limit ${limit}`,
  { present: ['enterprise_id'] },
)

/** Enterprise accounts with events in the outbox. */
export async function selectWaiting(system: SystemDb, limit: number): Promise<EnterpriseId[]> {
  const rows = await waitingStatement(system, { limit })
  return rows.map(({ enterprise_id }) => enterprise_id as EnterpriseId)
}

/** An event with the time when it happened. */
export type OutboxRow = OutboxEvent & { id: string; at: Date }

const dequeueOutboxStatement = statement(
  'dequeue outbox',
  ({ enterpriseId, limit }: { enterpriseId: EnterpriseId; limit: number }) => sql`
    delete from outbox where enterprise_id = ${enterpriseId} and id in (
      select id from outbox where enterprise_id = ${enterpriseId} order by id limit ${limit} for update skip locked)
    returning id, topic, payload, at`,
)

/**
 * Deletes and returns the oldest events of an enterprise account. Two events of one profile are in their order: the later one
 * is written under the profile's lock, after the commit of the earlier one.
 */
export async function dequeueOutbox(db: TenantDb, limit: number): Promise<OutboxRow[]> {
  const rows = await dequeueOutboxStatement(db, { enterpriseId: db.enterpriseId, limit })
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)) as OutboxRow[]
}

/** Whether {@link selectWaiting} finds an enterprise account. */
export const outboxDue = () => condition`((select true from outbox order by enterprise_id limit 1) is not null)`

/** Events that are not spread to webhooks yet. */
export const countOutbox = async (db: SystemDb): Promise<number> => await countCapped(db, sql`select from outbox`)
