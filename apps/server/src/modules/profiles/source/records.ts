import type { SourceColumn } from '@simwright/contract/profiles/source'
import type { Iccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId, SourceId, UserId } from '../../../db/row-id.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import { cardForm, keyOf } from './iccid.ts'
import type { SubscriberNeeds } from './needs.ts'
import { finishSource, insertSource } from './queries.ts'
import { CHUNK_ROWS, repeated } from './read.ts'
import { storedReading } from './reading.ts'
import { type Fault, type ParsedRow, rowParser } from './row.ts'
import { splitSecrets } from './secret-cells.ts'
import { Stage } from './stage.ts'

/** Records that do not come from a file. Cells are in the order of the columns. */
export type Records = {
  enterpriseId: EnterpriseId
  userId: UserId
  sourceId: SourceId
  configurationId: ConfigurationId
  needs: SubscriberNeeds
  columns: readonly SourceColumn[]
  /** A record with faults of its own has no cells but its ICCID. */
  records: readonly (readonly string[] | { iccid: string; faults: readonly Fault[] })[]
}

type FaultyRecord = { line: number; iccid: string; faults: readonly Fault[] }

const STAGED_MS = 24 * 60 * 60 * 1000

/**
 * Parses records by the rules of source data and stores them sealed, as a confirmed source of a batch. Of a repeated
 * ICCID, the first record is valid.
 * @returns the faulty records, which the batch leaves out
 */
export async function storeRecords(
  server: Pick<Server, 'vault' | 'clock'>,
  db: TenantDb,
  { userId, sourceId, configurationId, needs, columns, records }: Records,
): Promise<FaultyRecord[]> {
  const at = server.clock.now()
  const parse = rowParser({ columns, needs, now: at })
  const iccidAt = columns.indexOf('ICCID')
  const rows = records.map((record, index) => {
    if (!('faults' in record)) {
      const { changes: _, ...row } = parse(index + 1, record)
      return row
    }
    const cells = columns.map((_, column) => (column === iccidAt ? record.iccid : ''))
    return { line: index + 1, cells, faults: [...record.faults] }
  })
  faultRepetitions(rows, iccidAt)
  const expiresAt = new Date(at.getTime() + STAGED_MS)
  const file = { fileName: 'open API', protection: 'PLAIN' } as const
  await insertSource(db, { id: sourceId, configurationId, needs, userId, at, expiresAt, ...file })
  const stage = new Stage(server, { enterpriseId: db.enterpriseId, configurationId, sourceId, needs })
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const chunk = splitSecrets(columns, rows.slice(from, from + CHUNK_ROWS))
    await stage.add(db, { columns, ...chunk })
    chunk.secrets.fill(0)
  }
  const read = { columns, renamed: [], reading: storedReading(null), total: rows.length, ...stage.counts() }
  await finishSource(db, { id: sourceId, read, state: 'CONFIRMED', expiresAt })
  // Stage.add has added the faults that only the database shows
  return rows
    .filter(({ faults }) => faults.length > 0)
    .map(({ line, cells, faults }) => ({ line, iccid: cardForm(cells[iccidAt] ?? '', needs.nineteenDigits), faults }))
}

function faultRepetitions(rows: readonly ParsedRow[], iccidAt: number): void {
  const seen = new Map<Iccid, number>()
  for (const { line, cells, faults } of rows) {
    const iccid = keyOf(cells[iccidAt] ?? '')
    if (!iccid || faults.some(({ column }) => column === 'ICCID')) continue
    const first = seen.get(iccid)
    if (first === undefined) seen.set(iccid, line)
    else faults.push(repeated(first))
  }
}
