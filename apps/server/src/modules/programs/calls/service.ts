import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/programs/call-log'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { Who } from '../../../http/call.ts'
import type { CallsServer as Server } from '../../../port/module.ts'
import { countCalls, type ListedCall, selectCall, selectCalls } from './queries.ts'

export { type OpenCallLog, openCallLog } from './recorder.ts'

export async function listCalls(
  server: Server,
  { enterpriseId }: Who,
  { filter, sort = { by: 'at', direction: 'desc' }, cursor, limit }: ParsedInputOf<typeof contract.list>,
): Promise<OutputOf<typeof contract.list>> {
  const scope = ['program calls', filter, sort]
  const keyset = readCursor(cursor, scope)
  const { rows, counted } = await server.db.tenantRead(enterpriseId, async (db) => ({
    rows: await selectCalls(db, { filter, direction: sort.direction, keyset, limit }),
    counted: await countCalls(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: '', id: last.id }, scope))
  return { items: page.items.map(shown), next: page.next, ...capTotal(counted) }
}

function shown(row: ListedCall): contract.ProgramCall {
  const { id, method, path, outcome, status, code, ms, address } = row
  return {
    id,
    at: row.at.toISOString(),
    program: { id: row.program_id, kind: row.program_kind, name: row.program_name },
    method,
    path,
    outcome,
    status,
    code,
    ms,
    address,
    requestId: row.request_id,
  }
}

/** @throws Problem not_found */
export async function readCall(
  server: Server,
  { enterpriseId }: Who,
  { id }: ParsedInputOf<typeof contract.read>,
): Promise<OutputOf<typeof contract.read>> {
  const found = await server.db.tenantRead(enterpriseId, (db) => selectCall(db, id))
  if (!found) throw new Problem('not_found')
  const { request, form, answer, cut } = found
  return { ...shown(found), request, form, answer, cut }
}
