import { pipeline, Readable } from 'node:stream'
import { Problem } from '@simwright/contract'
import { tacLimits } from '@simwright/contract/provisioning/tac'
import { CsvError, type Parser, parse } from 'csv-parse'
import type { UploadedFile } from '../../../http/call.ts'

/** A line of the file; with a fault it is left out. */
export type TacLine = { line: number; tac: string; brand: string; model: string; fault: string | null }

const COLUMNS = ['TAC', 'BRAND', 'MODEL'] as const
type Column = (typeof COLUMNS)[number]
type Places = Record<Column, number>

const DELIMITERS = [',', ';', '\t'] as const

/** A record longer than this has an open quote somewhere. */
const RECORD_LIMIT_BYTES = 64 * 1024

/** What of a faulty line is kept to be shown. */
const SHOWN_LENGTH = 100

export type TacFile = { ignored: readonly string[]; lines: AsyncGenerator<TacLine> }

/** Reads the header, then the lines as they arrive; the file is never held whole. @throws Problem for the file as a whole */
export async function readTacFile({ stream }: UploadedFile): Promise<TacFile> {
  const texts = decoded(stream)[Symbol.asyncIterator]()
  const start = await beginning(texts)
  const records = recordsOf(start, texts)
  const header = await records.next()
  if (header.done) throw new Problem('file_empty')
  const { places, ignored } = placesOf(header.value.cells)
  return { ignored, lines: linesOf(records, places) }
}

async function* decoded(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const read = (piece?: Buffer) => {
    try {
      const text = piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
      if (!text.includes('\u0000')) return text
    } catch {}
    throw new Problem('file_kind_unknown', { detail: 'save the table as CSV UTF-8' })
  }
  for await (const piece of stream as AsyncIterable<Buffer>) yield read(piece)
  yield read()
}

/** Enough of the text to see how its cells are apart. */
async function beginning(texts: AsyncIterator<string>): Promise<string> {
  let start = ''
  while (!start.includes('\n') && start.length < RECORD_LIMIT_BYTES) {
    const { done, value } = await texts.next()
    if (done) break
    start += value
  }
  return start
}

type Csv = { line: number; cells: string[] }

async function* recordsOf(start: string, rest: AsyncIterator<string>): AsyncGenerator<Csv> {
  const [header = ''] = start.split('\n')
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length)
  const parser = parse({
    bom: true,
    delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))]!,
    info: true,
    max_record_size: RECORD_LIMIT_BYTES,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  const whole = async function* () {
    yield start
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }
  pipeline(Readable.from(whole()), parser, () => {})
  yield* parsed(parser)
}

async function* parsed(parser: Parser): AsyncGenerator<Csv> {
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      if (record.some((cell) => cell.trim() !== '')) yield { line: info.lines, cells: record }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Problem('csv_malformed', { line: Number(error.lines ?? 0), detail: 'check its quotes' }, { cause: error })
  }
}

function placesOf(header: readonly string[]): { places: Places; ignored: string[] } {
  const names = header.map((name) => name.trim().toUpperCase())
  for (const column of COLUMNS) {
    if (!names.includes(column)) throw new Problem('column_missing', { column })
    if (names.indexOf(column) !== names.lastIndexOf(column)) throw new Problem('column_twice', { column })
  }
  const ignored = header.map((name) => name.trim()).filter((name) => !isColumn(name.toUpperCase()) && name !== '')
  const places = { TAC: names.indexOf('TAC'), BRAND: names.indexOf('BRAND'), MODEL: names.indexOf('MODEL') }
  return { places, ignored: ignored.slice(0, SHOWN_LENGTH).map((name) => name.slice(0, SHOWN_LENGTH)) }
}

const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name)

async function* linesOf(records: AsyncGenerator<Csv>, places: Places): AsyncGenerator<TacLine> {
  const lineOfTac = new Map<string, number>()
  let count = 0
  for await (const { line, cells } of records) {
    count += 1
    if (count > tacLimits.records) throw new Problem('rows_too_many', { max: tacLimits.records })
    const [tac = '', brand = '', model = ''] = COLUMNS.map((column) => cellText(cells[places[column]]))
    const earlier = lineOfTac.get(tac)
    const fault = faultOf({ tac, brand, model }) ?? (earlier ? `The same TAC as in line ${earlier}.` : null)
    if (fault === null) lineOfTac.set(tac, line)
    const shown = fault === null ? { tac, brand, model } : shortened({ tac, brand, model })
    yield { line, ...shown, fault }
  }
  if (count === 0) throw new Problem('no_records')
}

/** Without the apostrophe that an export puts before what a spreadsheet would compute. */
function cellText(cell = ''): string {
  const text = cell.trim()
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text
}

type Cells = { tac: string; brand: string; model: string }

const shortened = ({ tac, brand, model }: Cells): Cells => ({
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

function nameFault(column: Column, text: string, most: number): string | undefined {
  if (text === '') return `${column}: required.`
  if (text.length > most) return `${column}: up to ${most} characters.`
  return /\p{Cc}/u.test(text) ? `${column}: no line breaks or control characters.` : undefined
}
