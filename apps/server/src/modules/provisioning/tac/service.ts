import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/tac'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { TacServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import {
  countTacs,
  deleteTac,
  insertTac,
  lockTable,
  lockTac,
  selectTable,
  selectTacs,
  type TacRecord,
  touchTable,
  updateTac,
} from './queries.ts'

/** Cursors identify a row by its TAC alone; the id is unused. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

export async function listTacs(
  server: Server,
  { filter: { search }, sort, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const direction = sort?.direction ?? 'asc'
  const scope = ['tac', search, direction]
  const after = readCursor(cursor, scope)?.value
  const { rows, counted, table } = await server.db.globalTx(async (db) => ({
    rows: await selectTacs(db, { search, direction, after, limit: limit + 1 }),
    counted: await countTacs(db, search),
    table: await selectTable(db),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.tac, id: NO_ID }, scope))
  return { items: page.items.map(rowOf), next: page.next, ...capTotal(counted), naming: table.naming }
}

function rowOf({ tac, brand, model, version, updated_at: updatedAt }: TacRecord): contract.TacRow {
  return { tac, brand, model, version, updatedAt: updatedAt?.toISOString() ?? null }
}

const auditScope = (tac: string) => ({ enterpriseId: STAFF_ENTERPRISE_ID, object: { id: null, name: tac } })

export async function addTac(
  server: Server,
  { tac, fields: { brand, model } }: ParsedInputOf<typeof contract.add>,
): Promise<OutputOf<typeof contract.add>> {
  await server.db.globalTx(async (db) => {
    await lockTable(db)
    const isNew = await insertTac(db, { tac, brand, model, updated_at: server.clock.now() })
    if (!isNew) throw fault('tac', 'known', 'This TAC is in the table already.')
    await touchTable(db, 'from the first')
    await recordAudit(server, db, { action: 'tac.added', ...auditScope(tac), after: { brand, model } })
  })
  return {}
}

export async function editTac(
  server: Server,
  { tac, version, fields: { brand, model } }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  await server.db.globalTx(async (db) => {
    await lockTable(db)
    const stored = await lockTac(db, tac)
    if (!stored) throw new Problem('not_found')
    if (stored.version !== version) throw new Problem('changed_meanwhile')
    await updateTac(db, { tac, brand, model, version: version + 1, updated_at: server.clock.now() })
    await touchTable(db, 'as it was')
    const before = { brand: stored.brand, model: stored.model }
    await recordAudit(server, db, { action: 'tac.edited', ...auditScope(tac), before, after: { brand, model } })
  })
  return { version: version + 1 }
}

export async function removeTac(
  server: Server,
  { tac }: ParsedInputOf<typeof contract.remove>,
): Promise<OutputOf<typeof contract.remove>> {
  await server.db.globalTx(async (db) => {
    await lockTable(db)
    const stored = await lockTac(db, tac)
    if (!stored) throw new Problem('not_found')
    await deleteTac(db, tac)
    await touchTable(db, 'as it was')
    const before = { brand: stored.brand, model: stored.model }
    await recordAudit(server, db, { action: 'tac.removed', ...auditScope(tac), before })
  })
  return {}
}

const COLUMNS = ['TAC', 'BRAND', 'MODEL']
const ROWS_AT_ONCE = 5_000

export async function exportTacs(
  server: Server,
  { filter: { search } }: ParsedInputOf<typeof contract.exportCsv>,
): Promise<FileAnswer> {
  await server.db.globalTx(async (db) => {
    await recordAudit(server, db, { action: 'tac.exported', ...auditScope('CSV'), after: { search: search ?? null } })
  })
  const day = server.clock.now().toISOString().slice(0, 10)
  return csvFile(`tac table ${day}.csv`, exportRows(server, search))
}

async function* exportRows({ db }: Server, search: string | undefined): AsyncGenerator<CsvRows> {
  yield [COLUMNS]
  for (let after: string | undefined; ; ) {
    const rows = await selectTacs(db.global, { search, direction: 'asc', after, limit: ROWS_AT_ONCE })
    if (rows.length === 0) return
    yield rows.map(({ tac, brand, model }) => [tac, brand, model])
    after = rows.at(-1)!.tac
  }
}
