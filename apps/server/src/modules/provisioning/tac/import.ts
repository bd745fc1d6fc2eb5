import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/provisioning/tac'
import { TAC_LINES_SHOWN } from '@simwright/contract/provisioning/tac'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { type CsvRows, csvFile } from '../../../format/csv.ts'
import type { FileAnswer, OnceAnswer, OnceCall, UploadedFile, Who } from '../../../http/call.ts'
import type { TacServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readTacFile, type TacLine } from './file.ts'
import {
  countLines,
  deleteImport,
  finishImport,
  insertImport,
  insertLines,
  lockTable,
  mergeLines,
  selectChanged,
  selectFaulty,
  selectImport,
  selectTable,
  touchTable,
} from './queries.ts'

const LINES_AT_ONCE = 5_000

/** Stages an uploaded file in its own rows, in chunks as it arrives. The TAC table does not change. */
export async function readImport(
  server: Server,
  { userId }: Who,
  file: UploadedFile,
): Promise<OutputOf<typeof contract.upload>> {
  const { ignored, lines } = await readTacFile(file)
  const id = server.random.uuid()
  const { global: db } = server.db
  await insertImport(db, {
    id,
    file_name: file.fileName,
    ignored: [...ignored],
    userId,
    at: server.clock.now(),
  })
  try {
    await finishImport(db, id, await stage(server, id, lines))
  } catch (error) {
    await deleteImport(db, id)
    throw error
  }
  return await previewImport(server, { id })
}

async function stage({ db: { global: db } }: Server, id: string, lines: AsyncGenerator<TacLine>): Promise<number> {
  let rows = 0
  let chunk: TacLine[] = []
  const write = async () => {
    await insertLines(db, id, chunk)
    rows += chunk.length
    chunk = []
  }
  for await (const line of lines) {
    chunk.push(line)
    if (chunk.length === LINES_AT_ONCE) await write()
  }
  if (chunk.length > 0) await write()
  return rows
}

/** Compares a staged import with the current TAC table. */
export async function previewImport(
  server: Server,
  { id }: ParsedInputOf<typeof contract.preview>,
): Promise<OutputOf<typeof contract.preview>> {
  return await server.db.globalTx(async (db) => {
    const { version } = await selectTable(db)
    const found = await selectImport(db, id)
    if (!found) throw new Problem('not_found')
    const faults = await selectFaulty(db, id, { after: 0, limit: TAC_LINES_SHOWN })
    const changes = await selectChanged(db, id, TAC_LINES_SHOWN)
    return {
      id,
      version,
      fileName: found.file_name,
      rows: found.rows!,
      ignored: found.ignored,
      ...(await countLines(db, id)),
      faults: faults.map(({ line, tac, fault }) => ({ line, tac, text: fault! })),
      changes: changes.map(({ tac, brand, model, old_brand, old_model }) => ({
        tac,
        before: { brand: old_brand, model: old_model },
        after: { brand, model },
      })),
    }
  })
}

/**
 * Applies an import in one transaction. @throws Problem changed_meanwhile when the table has changed since the preview
 */
export async function applyImport(
  server: Server,
  { input: { id, version }, once }: OnceCall<typeof contract.apply>,
): OnceAnswer<typeof contract.apply> {
  return await once.globalTx(async (db) => {
    const current = await lockTable(db)
    const found = await selectImport(db, id)
    if (!found) throw new Problem('not_found')
    if (current !== version) throw new Problem('changed_meanwhile')
    const counts = await mergeLines(db, id, server.clock.now())
    if (counts.added + counts.changed > 0) await touchTable(db, 'from the first')
    await deleteImport(db, id)
    await recordAudit(server, db, {
      action: 'tac.imported',
      enterpriseId: STAFF_ENTERPRISE_ID,
      object: { id: null, name: found.file_name },
      after: { ...counts, rows: found.rows },
    })
    return counts
  })
}

export async function discardImport(
  server: Server,
  { id }: ParsedInputOf<typeof contract.discard>,
): Promise<OutputOf<typeof contract.discard>> {
  if (!(await deleteImport(server.db.global, id))) throw new Problem('not_found')
  return {}
}

export async function exportFaults(server: Server, { id }: ParsedInputOf<typeof contract.faults>): Promise<FileAnswer> {
  const found = await selectImport(server.db.global, id)
  if (!found) throw new Problem('not_found')
  return csvFile(`left out of ${found.file_name.replace(/\.csv$/i, '')}.csv`, faultRows(server, id))
}

async function* faultRows({ db }: Server, id: string): AsyncGenerator<CsvRows> {
  yield [['LINE', 'TAC', 'BRAND', 'MODEL', 'REASON']]
  for (let after = 0; ; ) {
    const rows = await selectFaulty(db.global, id, { after, limit: LINES_AT_ONCE })
    if (rows.length === 0) return
    yield rows.map(({ line, tac, brand, model, fault }) => [String(line), tac, brand, model, fault ?? ''])
    after = rows.at(-1)!.line
  }
}
