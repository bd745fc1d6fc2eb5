import type { OutputOf, ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/recycle'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { RecycleServer as Server } from '../../../port/module.ts'
import { logFile } from '../../platform/audit/service.ts'
import { countEntries, type EntryRecord, selectEntries } from './log-queries.ts'

export async function listLog(
  server: Server,
  { enterpriseId }: Who,
  { filter, cursor, limit }: ParsedInputOf<typeof contract.log>,
): Promise<OutputOf<typeof contract.log>> {
  const scope = ['recycle log', filter]
  const before = readCursor(cursor, scope)?.id
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectEntries(db, { filter, before, limit }),
    counted: await countEntries(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(entryOf), next: page.next, ...capTotal(counted) }
}

function entryOf(row: EntryRecord): contract.RecycleEntry {
  const { id, iccid, eid, step, reason, actor, address } = row
  return {
    id,
    at: row.at.toISOString(),
    profileId: row.profile_id,
    iccid,
    eid,
    orderId: row.order_id,
    step,
    reason,
    dueAt: row.due_at?.toISOString() ?? null,
    actor,
    actorName: row.actor_name,
    address,
    text: row.detail,
  }
}

const COLUMNS = ['TIME', 'ICCID', 'EID', 'STEP', 'REASON', 'DUE', 'BY', 'ADDRESS', 'ORDER_ID', 'TEXT']

const lineOf = (row: EntryRecord): string[] => [
  row.at.toISOString(),
  row.iccid,
  row.eid ?? '',
  row.step,
  row.reason ?? '',
  row.due_at?.toISOString() ?? '',
  row.actor_name ?? row.actor,
  row.address ?? '',
  row.order_id,
  row.detail,
]

export async function exportLog(
  server: Server,
  who: Who,
  { filter }: ParsedInputOf<typeof contract.exportLog>,
): Promise<FileAnswer> {
  return await logFile(server, who, {
    log: 'recycle',
    name: 'Recycle log',
    filter,
    columns: COLUMNS,
    read: (db, last, limit) => selectEntries(db, { filter, before: last?.id, limit }),
    lineOf,
  })
}
