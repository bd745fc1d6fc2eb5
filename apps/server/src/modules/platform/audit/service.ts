import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/audit'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { AuditServer as Server } from '../../../port/module.ts'
import { chainWaiting } from './chain.ts'
import { type AuditFilter, countEntries, type EntryRecord, selectEntries, selectEntry } from './queries.ts'
import { recordAudit } from './record.ts'

export { type Actor, actAs, countActions, type Person, visitorAt } from './actor.ts'
export { chainAudit } from './chain.ts'
export { logFile } from './log-file.ts'
export { type Entry as AuditEntry, recordAudit, recordForPerson, recordOwnAction } from './record.ts'
export { dropOldAudit } from './retention.ts'
export { mustBeAudited } from './unaudited.ts'
export { verifyAudit } from './verify.ts'

/** Chains waiting entries, so that the list is complete. */
async function chainFirst(server: Server, { enterpriseId }: Pick<Who, 'enterpriseId'>): Promise<void> {
  await server.db
    .bookkeeping(() => chainWaiting(server, enterpriseId))
    .catch((err: unknown) => server.log.error({ err, enterpriseId }, 'the audit log accepts no more entries'))
}

export async function listAudit(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  await chainFirst(server, who)
  const { enterpriseId } = who
  const { filter, limit } = input
  const direction = input.sort?.direction ?? 'desc'
  const scope = ['audit', filter, direction]
  const keyset = readCursor(input.cursor, scope)
  const from = keyset && Number(keyset.value)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectEntries(db, { filter, direction, from, limit }),
    counted: await countEntries(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: String(last.number), id: last.id }, scope))
  return { items: page.items.map(entryOf), next: page.next, ...capTotal(counted) }
}

export async function readAudit(server: Server, who: Who, number: number): Promise<contract.AuditEntry> {
  await chainFirst(server, who)
  const entry = await server.db.tenantRead(who.enterpriseId, (db) => selectEntry(db, number))
  if (!entry) throw new Problem('not_found')
  return entryOf(entry)
}

const ENTRIES_AT_ONCE = 1_000

const COLUMNS = [
  'NUMBER',
  'TIME',
  'ACTOR_KIND',
  'ACTOR',
  'EMAIL',
  'ADDRESS',
  'ACTION',
  'OBJECT_KIND',
  'OBJECT',
  'OBJECT_ID',
  'BEFORE',
  'AFTER',
  'REQUEST_ID',
  'HASH',
]

export async function exportAudit(
  server: Server,
  who: Who,
  { filter }: ParsedInputOf<typeof contract.exportCsv>,
): Promise<FileAnswer> {
  const object = { id: who.enterpriseId, name: 'CSV' }
  await server.db.globalTx((db) =>
    recordAudit(server, db, { ...who, action: 'audit.exported', object, after: { filter } }),
  )
  await chainFirst(server, who)
  const day = server.clock.now().toISOString().slice(0, 10)
  return csvFile(`audit log ${day}.csv`, exportRows(server, who, filter))
}

async function* exportRows(server: Server, { enterpriseId }: Who, filter: AuditFilter): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for (let from = 0; ; ) {
    const page = { filter, direction: 'asc', from, limit: ENTRIES_AT_ONCE - 1 } as const
    const rows = await server.db.tenantRead(enterpriseId, (db) => selectEntries(db, page))
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(exportLine)
    from = last.number
  }
}

/** All entries of a person's actions in an enterprise account. */
export async function exportOwnActions(server: Server, { userId, enterpriseId }: Pick<Who, 'userId' | 'enterpriseId'>) {
  await chainFirst(server, { enterpriseId })
  const actions: object[] = []
  for (let from = 0; ; ) {
    const page = { filter: { actorId: userId }, direction: 'asc', from, limit: ENTRIES_AT_ONCE - 1 } as const
    const rows = await server.db.tenantRead(enterpriseId, (db) => selectEntries(db, page))
    const last = rows.at(-1)
    if (!last) return actions
    for (const { at, address, action, object_kind, object_name, before, after } of rows)
      actions.push({ at, address, action, objectKind: object_kind, object: object_name, before, after })
    from = last.number
  }
}

function exportLine(row: EntryRecord): string[] {
  const facts = (value: unknown) => (value === null ? '' : JSON.stringify(value))
  return [
    String(row.number),
    row.at.toISOString(),
    row.actor_kind,
    row.actor_name,
    row.actor_email ?? '',
    row.address ?? '',
    row.action,
    row.object_kind,
    row.object_name,
    row.object_id ?? '',
    facts(row.before),
    facts(row.after),
    row.request_id ?? '',
    row.hash.toString('hex'),
  ]
}

function entryOf(row: EntryRecord): contract.AuditEntry {
  return {
    id: row.id,
    number: row.number,
    at: row.at.toISOString(),
    actorKind: row.actor_kind,
    actorId: row.actor_id,
    actorName: row.actor_name,
    actorEmail: row.actor_email,
    address: row.address,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    objectName: row.object_name,
    before: row.before as contract.AuditEntry['before'],
    after: row.after as contract.AuditEntry['after'],
    requestId: row.request_id,
    hash: row.hash.toString('hex'),
  }
}
