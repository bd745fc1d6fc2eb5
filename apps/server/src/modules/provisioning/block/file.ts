import { Problem } from '@simwright/contract'
import {
  BLOCK_MAX,
  BlockFields,
  type BlockKind,
  blockFault,
  blockFieldNames,
  blockKindOf,
  blockKinds,
  plainDigits,
} from '@simwright/contract/provisioning/block'
import { ruleTexts } from '@simwright/contract/rule-text'
import { changesDirection } from '@simwright/contract/text-direction'
import { CsvError, parse } from 'csv-parse/sync'
import { csvDialect, plainCell, quoteTextFormulas } from '../../../format/csv-dialect.ts'
import type { UploadedFile } from '../../../http/call.ts'

export type ListedDevice = BlockFields & { kind: BlockKind; value: string }
export type FaultyLine = { line: number; value: string; text: string }

const FILE_MAX_BYTES = 1024 * 1024
const COLUMNS: readonly string[] = ['VALUE', 'TYPE', ...blockFieldNames.map((name) => name.toUpperCase())]

/**
 * Reads a list of devices and reports the faulty lines separately. @throws Problem when the file as a whole is invalid
 */
export async function readList(file: UploadedFile): Promise<{ devices: ListedDevice[]; faulty: FaultyLine[] }> {
  const [header, ...records] = recordsOf(await readBytes(file))
  if (header === undefined) throw new Problem('file_empty')
  const columns = columnsOf(header.cells)
  if (records.length === 0) throw new Problem('no_records')
  if (records.length > BLOCK_MAX.file) throw new Problem('rows_too_many', { max: BLOCK_MAX.file })
  const devices: ListedDevice[] = []
  const faulty: FaultyLine[] = []
  for (const { line, cells } of records) {
    const cell = (column: string) => (cells[columns.indexOf(column)] ?? '').trim()
    const fields = Object.fromEntries(blockFieldNames.map((name) => [name, cell(name.toUpperCase())])) as BlockFields
    const read = readLine({ value: cell('VALUE'), type: cell('TYPE').toUpperCase(), fields })
    if ('text' in read) faulty.push({ line, value: cell('VALUE').slice(0, 64), text: read.text })
    else devices.push(read)
  }
  return { devices, faulty }
}

/** Reads to the end, so that the client receives the answer; bytes beyond the limit are discarded. */
async function readBytes({ stream }: UploadedFile): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= FILE_MAX_BYTES) chunks.push(chunk)
  }
  if (length > FILE_MAX_BYTES) throw new Problem('file_too_large', { max: '1 MiB' })
  return Buffer.concat(chunks)
}

type Record = { line: number; cells: string[] }

function recordsOf(bytes: Buffer): Record[] {
  const text = bytes.toString('utf8')
  if (text.includes('\u0000') || text.includes('\ufffd'))
    throw new Problem('file_kind_unknown', { detail: 'save the list as CSV UTF-8' })
  const { delimiter, head } = csvDialect(text)
  const table = quoteTextFormulas(bytes.subarray(Buffer.byteLength(head)), delimiter)
  const linesBefore = head === '' ? 0 : 1
  try {
    const found = parse(table, { bom: true, delimiter, info: true, relax_column_count: true, skip_empty_lines: true })
    return (found as unknown as { record: string[]; info: { lines: number } }[])
      .map(({ record, info }) => ({ line: info.lines + linesBefore, cells: record.map(plainCell) }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 0) + linesBefore
    throw new Problem('csv_malformed', { line, detail: 'check its quotes' }, { cause: error })
  }
}

function columnsOf(header: readonly string[]): string[] {
  const columns = header.map((name) => name.trim().toUpperCase())
  const unknown = columns.find((name) => !COLUMNS.includes(name))
  if (!columns.includes('VALUE')) throw new Problem('column_missing', { column: 'VALUE' })
  if (unknown !== undefined) throw new Problem('column_unknown', { column: unknown, known: COLUMNS.join(', ') })
  return columns
}

function readLine(cells: { value: string; type: string; fields: BlockFields }): ListedDevice | { text: string } {
  const value = plainDigits(cells.value)
  if (cells.type !== '' && !(blockKinds as readonly string[]).includes(cells.type))
    return { text: `Invalid TYPE. Known: ${blockKinds.join(', ')}.` }
  const kind = cells.type === '' ? blockKindOf(value) : (cells.type as BlockKind)
  const text = blockFault(kind, value)
  if (text !== undefined) return { text }
  for (const name of blockFieldNames) {
    const fault = faultOfField(name, cells.fields[name])
    if (fault !== undefined) return { text: `Invalid ${name.toUpperCase()}. ${fault}` }
  }
  return { kind, value, ...cells.fields }
}

function faultOfField(name: keyof BlockFields, text: string): string | undefined {
  const { error } = BlockFields.shape[name].safeParse(text)
  return error?.issues[0]?.message ?? (changesDirection(text) ? ruleTexts.reordering : undefined)
}
