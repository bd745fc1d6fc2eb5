import { stringify } from 'csv-stringify/sync'
import type { FileAnswer } from '../http/call.ts'

export type CsvRows = readonly (readonly string[])[]

/** In front of each file: spreadsheets read one without it in another encoding than UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Lines of CSV (RFC 4180) that a spreadsheet takes for data: a cell that would begin a formula gets an apostrophe in front
 * (OWASP, CSV injection).
 */
export function csvLines(rows: CsvRows): string {
  return stringify(rows as string[][], { escape_formulas: true, record_delimiter: 'windows' })
}

/** The beginning of a CSV file for people. */
export const csvHead = (rows: CsvRows): string => `${BYTE_ORDER_MARK}${csvLines(rows)}`

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** A CSV file for people, written while it is sent: the first rows are the names of the columns. */
export function csvFile(fileName: string, parts: AsyncIterable<CsvRows>): FileAnswer {
  return { fileName, contentType: CSV_TYPE, body: csvPieces(parts) }
}

/** What stands in the file, piece by piece. */
export async function* csvPieces(parts: AsyncIterable<CsvRows>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const rows of parts) yield csvLines(rows)
}
