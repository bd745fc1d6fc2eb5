import type { ParsedInputOf } from '@simwright/contract'
import type * as contract from '@simwright/contract/insight/report'
import type { ReportFormat, ReportParameters } from '@simwright/contract/insight/report'
import { ruleOfKind } from '@simwright/contract/insight/report-kind'
import { type CellRows, textRows } from '../../../format/cell.ts'
import { csvFile } from '../../../format/csv.ts'
import { XLSX_TYPE, xlsxFile } from '../../../format/xlsx.ts'
import type { FileAnswer, Who } from '../../../http/call.ts'
import type { ReportsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { labelOfRange } from './range.ts'
import { openReader, type ReportReader } from './reader.ts'
import { billingOf, type PreparedReport, prepareReport, reportRows } from './report.ts'
import { columnsOf } from './table.ts'

/** So few rows are written at a time that other calls are answered in between. */
const WRITTEN_AT_ONCE = 500

/** The head and all rows of a report, in chunks. */
async function* tableRows(reader: ReportReader, prepared: PreparedReport): AsyncGenerator<CellRows> {
  const columns = columnsOf(prepared)
  yield [columns.map(({ head }) => head)]
  for await (const rows of reportRows(reader, prepared))
    for (let first = 0; first < rows.length; first += WRITTEN_AT_ONCE)
      yield rows.slice(first, first + WRITTEN_AT_ONCE).map((row) => columns.map(({ cell }) => cell(row)))
}

/** A report as a file, generated while it is sent, in the memory of one chunk. */
export function reportFile(reader: ReportReader, prepared: PreparedReport, format: ReportFormat): FileAnswer {
  const { title } = ruleOfKind(prepared.parameters.kind)
  const range = prepared.range ?? { from: reader.at, to: reader.at }
  const fileName = `${title.toLowerCase()} ${labelOfRange(range, reader.timeZone)}${behindText(reader)}.${format}`
  const rows = tableRows(reader, prepared)
  return format === 'xlsx'
    ? { fileName, contentType: XLSX_TYPE, body: xlsxFile(rows) }
    : csvFile(fileName, textRows(rows))
}

/** A file that lacks the last minutes says so in its name. */
export function behindText({ asOf, now }: Pick<ReportReader, 'asOf' | 'now'>): string {
  if (now.getTime() - asOf.getTime() < BEHIND_MS) return ''
  return ` as of ${asOf.toISOString().slice(0, 16).replace('T', ' ').replace(':', '-')} UTC`
}

const BEHIND_MS = 60_000

type ExportInput = { input: ParsedInputOf<typeof contract.exportFile>; timeZone: string }

/** Sends a report as a file, and records that. */
export async function exportReport(server: Server, who: Who, { input, timeZone }: ExportInput): Promise<FileAnswer> {
  const { enterpriseId } = who
  const { parameters, format } = input
  const reader = await openReader(server, { enterpriseId, timeZone })
  const prepared = await prepareReport(reader, parameters, billingOf(who, reader))
  const { title } = ruleOfKind(parameters.kind)
  const entry = { object: { id: null, name: title }, after: { ...factsOf(parameters), format } }
  await server.db.tenantTx(enterpriseId, (db) =>
    recordAudit(server, db, { action: 'report.exported', enterpriseId, ...entry }),
  )
  return reportFile(reader, prepared, format)
}

/** What an audit entry says of a report. */
export function factsOf({ kind, range, from, to, orderCode, step, by, only }: ReportParameters) {
  const { title, ranged, stepped } = ruleOfKind(kind)
  const days = range === 'days' ? `${from} to ${to}` : range === 'billing' ? `billing ${orderCode ?? 'now'}` : range
  return {
    report: title,
    ...(ranged ? { range: days } : {}),
    ...(stepped ? { step } : {}),
    ...(by ? { by } : {}),
    ...(only.length > 0 ? { values: only } : {}),
  }
}
