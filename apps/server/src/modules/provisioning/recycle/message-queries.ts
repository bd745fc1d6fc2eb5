import type { ParsedInputOf } from '@simwright/contract'
import type * as recycle from '@simwright/contract/provisioning/recycle'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/database.ts'
import { countCapped, iccidRange } from '../../../db/page.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { shapedStatement } from '../../../db/statement.ts'
import { nameOfEnterprise } from '../../platform/tenancy/service.ts'

export type MessageRecord = {
  id: string
  at: Date
  address: string
  raw: Buffer
  iccid: string | null
  counter: number | null
  reason: string | null
  outcome: recycle.MessageOutcome
  simulated: boolean
  enterprise_id: EnterpriseId | null
  enterprise_name: string | null
}

type MessageFilter = ParsedInputOf<typeof recycle.messages>['filter']

function messageFilter({ iccid, client, outcome, from, to }: MessageFilter): RawBuilder<unknown> {
  return sql`true ${iccid ? sql`and ${iccidRange(sql.ref('m.iccid'), iccid)}` : sql``}
    ${client ? sql`and m.enterprise_id = ${client}` : sql``}
    ${outcome && outcome.length > 0 ? sql`and m.outcome in (${sql.join(outcome)})` : sql``}
    ${from ? sql`and m.at >= ${new Date(from)}` : sql``}
    ${to ? sql`and m.at < ${new Date(to)}` : sql``}`
}

const messagesStatement = shapedStatement(
  'select messages with enterprise',
  ({ messages }: { messages: RawBuilder<unknown> }) => sql`
    select m.*, ${nameOfEnterprise('m.enterprise_id')} as enterprise_name from (${messages}) m order by m.id desc`,
  { shapes: [{ messages: sql`select m.* from bip_message m` }] },
)

/** Newest first; up to `limit + 1` rows, so that the caller knows whether there is a next page. */
export async function selectMessages(
  db: SystemDb,
  page: { filter: MessageFilter; before: string | undefined; limit: number },
): Promise<MessageRecord[]> {
  const messages = sql`
    select m.* from bip_message m where ${messageFilter(page.filter)}
      ${page.before ? sql`and m.id < ${page.before}::uuid` : sql``} order by m.id desc limit ${page.limit + 1}`
  return (await messagesStatement(db, { messages })) as MessageRecord[]
}

export async function selectMessage(db: SystemDb, id: string): Promise<MessageRecord | undefined> {
  const messages = sql`select m.* from bip_message m where m.id = ${id}`
  return (await messagesStatement(db, { messages }))[0] as MessageRecord | undefined
}

export async function countMessages(db: SystemDb, filter: MessageFilter): Promise<number> {
  return await countCapped(db, sql`select 1 from bip_message m where ${messageFilter(filter)}`)
}

const CLIENTS_MAX = 200

type ClientName = { id: string; name: string }

const messageClientsStatement = shapedStatement(
  'select enterprises of messages',
  ({ chosen }: { chosen: string | undefined }) => sql`
    select e.enterprise_id as id, e.name from enterprise e
    where exists (select 1 from bip_message m where m.enterprise_id = e.enterprise_id)
      ${chosen ? sql`or e.enterprise_id = ${chosen}` : sql``}
    order by ${chosen ? sql`(e.enterprise_id = ${chosen}) desc,` : sql``} lower(e.name), e.enterprise_id
    limit ${CLIENTS_MAX}`,
)

/** Enterprise accounts with messages, and the chosen one, by name. */
export async function selectMessageClients(db: SystemDb, chosen: string | undefined): Promise<ClientName[]> {
  return await messageClientsStatement(db, { chosen })
}
