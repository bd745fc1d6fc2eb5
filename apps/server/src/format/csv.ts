import { stringify } from 'csv-stringify/sync'
import { escapedCell } from './csv-dialect.ts'

export type CsvRows = readonly (readonly string[])[]

/** At the start of each file, because spreadsheets do not read a file without it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lines of CSV (RFC 4180). A cell that a spreadsheet would read as a formula is prefixed with an apostrophe. */
export function csvLines(rows: CsvRows): string {
  return stringify(rows as string[][], {
    cast: { string: escapedCell },
    quote_record_delimiter: true,
    record_delimiter: 'windows',
  })
}

/** The start of a CSV file for spreadsheets. */
export const csvHead = (rows: CsvRows): string => `${BYTE_ORDER_MARK}${csvLines(rows)}`

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** A file whose content is read while it is sent. */
type CsvFile = { fileName: string; contentType: string; body: AsyncIterable<string> }

/** A CSV file for spreadsheets, generated while it is sent. The first row is the header. */
export function csvFile(fileName: string, chunks: AsyncIterable<CsvRows>): CsvFile {
  return { fileName, contentType: CSV_TYPE, body: csvChunks(chunks) }
}

/** The text of a CSV file, in chunks. */
export async function* csvChunks(chunks: AsyncIterable<CsvRows>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  for await (const rows of chunks) yield csvLines(rows)
}
