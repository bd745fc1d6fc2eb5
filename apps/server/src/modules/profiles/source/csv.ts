import { sourceLimits } from '@simwright/contract/profiles/source-file'
import { CsvError, parse } from 'csv-parse/sync'
import { csvDialect, plainCell, quoteTextFormulas } from '../../../format/csv-dialect.ts'
import { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'

/** The cells of a record and the line of the file on which it begins; the header is line 1. */
export type CsvRecord = { line: number; cells: string[] }

/** A longer record means that a quote is not closed. */
const RECORD_LIMIT_BYTES = 256 * 1024

/**
 * Parses text (RFC 4180) separated as its first line says (`sep=;`), or by the most frequent of commas, semicolons and
 * tabs in it. Takes off what spreadsheets put around a cell so that it stays text. Skips records with only empty cells.
 * Calls `onRecord` for each record, in order. A file with more than `most` records after its header is refused.
 * @throws FileRefusal with the line
 */
export function readCsv(
  text: Buffer,
  onRecord: (record: CsvRecord) => void,
  most: number = sourceLimits.records,
): void {
  const { delimiter, head } = csvDialect(text.toString('utf8', 0, RECORD_LIMIT_BYTES))
  const table = quoteTextFormulas(text.subarray(Buffer.byteLength(head)), delimiter)
  const linesBefore = head === '' ? 0 : 1
  if (hasMoreLines(table, most + 1)) throw tooMany(most)
  let records = 0
  try {
    parse(table, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: RECORD_LIMIT_BYTES,
      on_record: (record: string[], { lines }) => {
        if (record.every((cell) => cell.trim() === '')) return null
        records += 1
        if (records > most + 1) throw tooMany(most)
        onRecord({ line: lines - lineBreaksIn(record) + linesBefore, cells: record.map(plainCell) })
        return null
      },
    })
  } catch (error) {
    if (error instanceof CsvError) throw malformed(error, linesBefore)
    throw error
  }
}

const tooMany = (most: number) => new FileRefusal('rows_too_many', { max: most })

/** A check before parsing, for files without quotes: there each line with a digit or a letter is a record. */
function hasMoreLines(text: Buffer, most: number): boolean {
  if (text.includes('"')) return false
  let lines = 0
  let isFilled = false
  for (const byte of text) {
    if (byte === 0x0a || byte === 0x0d) isFilled = false
    else if (!isFilled && isDigitOrLetter(byte)) {
      isFilled = true
      lines += 1
    }
  }
  return lines > most
}

/** ASCII only. */
function isDigitOrLetter(byte: number): boolean {
  const lower = byte | 0x20
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x7a)
}

function lineBreaksIn(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) if (/[\r\n]/.test(cell)) breaks += cell.split(/\r\n|\r|\n/).length - 1
  return breaks
}

const reasons: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote',
  INVALID_OPENING_QUOTE: 'there is a quote inside an unquoted cell',
  CSV_MAX_RECORD_SIZE: `it is longer than ${formatBytes(RECORD_LIMIT_BYTES)}, perhaps because a quote is not closed`,
}

function malformed(error: CsvError, linesBefore: number): FileRefusal {
  const detail = reasons[error.code] ?? 'it cannot be read'
  return new FileRefusal('csv_malformed', { line: Number(error.lines ?? 0) + linesBefore, detail })
}
