import { pipeline, Readable } from 'node:stream'
import { Problem } from '@simwright/contract'
import { tacLimits } from '@simwright/contract/provisioning/tac'
import { changesDirection } from '@simwright/contract/text-direction'
import { CsvError, type Parser, parse } from 'csv-parse'
import { csvDialect, plainCell } from '../../../format/csv-dialect.ts'
import type { UploadedFile } from '../../../http/call.ts'

/** A line of the file. A line with a fault is not imported. */
export type TacLine = { line: number; tac: string; brand: string; model: string; fault: string | null }

const COLUMNS = ['TAC', 'BRAND', 'MODEL'] as const
type Column = (typeof COLUMNS)[number]
type ColumnIndexes = Record<Column, number>

/** A longer record must have an unclosed quote. */
const RECORD_LIMIT_BYTES = 64 * 1024

/** Characters of a faulty cell that are stored for display. */
const SHOWN_LENGTH = 100

export type TacFile = { ignored: readonly string[]; lines: AsyncGenerator<TacLine> }

/** Streams the lines of a TAC file after its header. @throws Problem when the file as a allText is invalid */
export async function readTacFile({ stream }: UploadedFile): Promise<TacFile> {
  const texts = decoded(stream)[Symbol.asyncIterator]()
  const start = await readStart(texts)
  const records = recordsOf(start, texts)
  const header = await records.next()
  if (header.done) throw new Problem('file_empty')
  const { columnIndexes, ignored } = indexColumns(header.value.cells)
  return { ignored, lines: linesOf(records, columnIndexes) }
}

async function* decoded(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = (chunk?: Buffer) => {
    try {
      const text = chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
      if (!text.includes('\u0000')) return text
    } catch {}
    throw new Problem('file_kind_unknown', { detail: 'save the table as CSV UTF-8' })
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) yield read(chunk)
  yield read()
}

/** Enough of the text to detect the delimiter: two lines. */
async function readStart(texts: AsyncIterator<string>): Promise<string> {
  let start = ''
  while (start.split('\n', 3).length < 3 && start.length < RECORD_LIMIT_BYTES) {
    const { done, value } = await texts.next()
    if (done) break
    start += value
  }
  return start
}

type CsvRecord = { line: number; cells: string[] }

async function* recordsOf(start: string, rest: AsyncIterator<string>): AsyncGenerator<CsvRecord> {
  const { delimiter, head } = csvDialect(start)
  const linesBefore = head === '' ? 0 : 1
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: RECORD_LIMIT_BYTES,
    relax_column_count: true,
    // an unquoted ="01234567" is a cell of spreadsheet exports
    relax_quotes: true,
    skip_empty_lines: true,
  })
  const allText = async function* () {
    yield start.slice(head.length)
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }
  pipeline(Readable.from(allText()), parser, () => {})
  for await (const { line, cells } of parsed(parser, linesBefore)) yield { line: line + linesBefore, cells }
}

async function* parsed(parser: Parser, linesBefore: number): AsyncGenerator<CsvRecord> {
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (record.some((cell) => cell.trim() !== '')) yield { line: info.lines, cells: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 0) + linesBefore
    throw new Problem('csv_malformed', { line, detail: 'check its quotes' }, { cause: error })
  }
}

function indexColumns(header: readonly string[]): { columnIndexes: ColumnIndexes; ignored: string[] } {
  const names = header.map((name) => cellText(name).toUpperCase())
  for (const column of COLUMNS) {
    if (!names.includes(column)) throw new Problem('column_missing', { column })
    if (names.indexOf(column) !== names.lastIndexOf(column)) throw new Problem('column_twice', { column })
  }
  const ignored = header.map((name) => name.trim()).filter((name) => !isColumn(name.toUpperCase()) && name !== '')
  const columnIndexes = { TAC: names.indexOf('TAC'), BRAND: names.indexOf('BRAND'), MODEL: names.indexOf('MODEL') }
  return { columnIndexes, ignored: ignored.slice(0, SHOWN_LENGTH).map((name) => name.slice(0, SHOWN_LENGTH)) }
}

const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name)

async function* linesOf(records: AsyncGenerator<CsvRecord>, columnIndexes: ColumnIndexes): AsyncGenerator<TacLine> {
  const lineOfTac = new Map<string, number>()
  let count = 0
  for await (const { line, cells } of records) {
    count += 1
    if (count > tacLimits.records) throw new Problem('rows_too_many', { max: tacLimits.records })
    const [tac = '', brand = '', model = ''] = COLUMNS.map((column) => cellText(cells[columnIndexes[column]]))
    const earlier = lineOfTac.get(tac)
    const fault = faultOf({ tac, brand, model }) ?? (earlier ? `The same TAC as in line ${earlier}.` : null)
    if (fault === null) lineOfTac.set(tac, line)
    const shown = fault === null ? { tac, brand, model } : truncate({ tac, brand, model })
    yield { line, ...shown, fault }
  }
  if (count === 0) throw new Problem('no_records')
}

const cellText = (cell = '') => plainCell(cell).trim()

type Cells = { tac: string; brand: string; model: string }

const truncate = ({ tac, brand, model }: Cells): Cells => ({
  tac: tac.slice(0, SHOWN_LENGTH),
  brand: brand.slice(0, SHOWN_LENGTH),
  model: model.slice(0, SHOWN_LENGTH),
})

function faultOf({ tac, brand, model }: Cells): string | undefined {
  if (tac === '') return 'TAC: required.'
  if (/^\d[.,]?\d*E\+?\d+$/i.test(tac)) return 'TAC: a spreadsheet has damaged this number. Format the column as text.'
  if (/^\d{1,7}$/.test(tac))
    return `TAC: ${tac.length} digits instead of 8; a spreadsheet may have dropped zeros in front.`
  if (!/^\d{8}$/.test(tac)) return 'TAC: 8 digits, the first of an IMEI.'
  return nameFault('BRAND', brand, tacLimits.brandLength) ?? nameFault('MODEL', model, tacLimits.modelLength)
}

function nameFault(column: Column, text: string, maxLength: number): string | undefined {
  if (text === '') return `${column}: required.`
  if (text.length > maxLength) return `${column}: up to ${maxLength} characters.`
  if (changesDirection(text)) return `${column}: no characters that change the direction of the text.`
  return /\p{Cc}/u.test(text) ? `${column}: no line breaks or control characters.` : undefined
}
