import { sourceLimits } from '@simwright/contract/profiles/source-file'
import type { CsvRecord } from './csv.ts'
import { FileRefusal } from './refusal.ts'
import { numberCell, readDateStyles } from './xlsx-number.ts'
import { readXml } from './xml.ts'
import { damaged, Zip } from './zip.ts'

/** Cells beyond this column are merged into it, and reported as more cells than the header has columns. */
const COLUMNS_LIMIT = 300

/**
 * Reads the rows of the first visible sheet (ECMA-376, 18) as text: formulas as their cached value, numbers with the
 * digits that are stored. Skips rows with only empty cells.
 * @throws FileRefusal
 */
export async function readXlsx(file: Uint8Array, onRecord: (record: CsvRecord) => void): Promise<void> {
  const zip = await Zip.open(file)
  const { sheet, is1904 } = await findSheet(zip)
  const texts = await readTexts(zip.unpack('xl/sharedStrings.xml'))
  const dateStyles = await readDateStyles(zip.unpack('xl/styles.xml'))
  await readSheet(zip.unpack(sheet), { texts, dateStyles, is1904 }, onRecord)
}

/** The path of the first visible sheet. */
async function findSheet(zip: Zip): Promise<{ sheet: string; is1904: boolean }> {
  if (!zip.has('xl/workbook.xml'))
    throw damaged(zip.has('xl/workbook.bin') ? 'it is a binary one (XLSB)' : 'it holds no sheet')
  let shown: string | undefined
  let is1904 = false
  await readXml(zip.unpack('xl/workbook.xml'), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || shown !== undefined) return
      if ((attributes.state ?? 'visible') === 'visible') shown = attributes['r:id']
    },
  })
  let target: string | undefined
  await readXml(zip.unpack('xl/_rels/workbook.xml.rels'), {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === shown) target = attributes.Target
    },
  })
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target}`
  if (target === undefined || !zip.has(path)) throw damaged('it holds no sheet')
  return { sheet: path, is1904 }
}

/** The shared strings; rich text without formatting and phonetic hints. */
async function readTexts(content: AsyncIterable<Buffer>): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let inText = false
  let inPhonetic = false
  await readXml(content, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') inPhonetic = true
      if (name === 't') inText = !inPhonetic
    },
    text: (piece) => {
      if (inText) text += piece
    },
    close: (name) => {
      if (name === 't') inText = false
      if (name === 'rPh') inPhonetic = false
      if (name === 'si') texts.push(text)
    },
  })
  return texts
}

export type SheetFacts = { texts: readonly string[]; dateStyles: ReadonlySet<number>; is1904: boolean }

type Cell = { column: number; type: string; style: number; value: string }

async function readSheet(
  content: AsyncIterable<Buffer>,
  facts: SheetFacts,
  onRecord: (record: CsvRecord) => void,
): Promise<void> {
  let line = 0
  let records = 0
  let cells: string[] = []
  let cell: Cell | undefined
  let takesText = false
  const endRow = () => {
    if (cells.every((text) => text.trim() === '')) return
    records += 1
    if (records > sourceLimits.records + 1) throw new FileRefusal('rows_too_many', { max: sourceLimits.records })
    onRecord({ line, cells })
  }
  await readXml(content, {
    open: (name, attributes) => {
      if (name === 'row') {
        line = lineAfter(line, attributes.r)
        cells = []
      } else if (name === 'c') {
        const index = columnOf(attributes.r) ?? cells.length
        const style = Number(attributes.s ?? 0)
        cell = { column: Math.min(index, COLUMNS_LIMIT), type: attributes.t ?? 'n', style, value: '' }
      } else if (name === 'v' || name === 't') takesText = true
    },
    text: (piece) => {
      if (takesText && cell) cell.value += piece
    },
    close: (name) => {
      if (name === 'v' || name === 't') takesText = false
      if (name === 'c' && cell) {
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = textOf(cell, facts)
        cell = undefined
      }
      if (name === 'row') endRow()
    },
  })
}

/** The row limit of a sheet (ECMA-376). */
const LAST_LINE = 1_048_576

/** The number of a row: as given, or the next one when it is missing or invalid. */
function lineAfter(before: number, reference: string | undefined): number {
  const line = Number(reference)
  return Number.isInteger(line) && line > before && line <= LAST_LINE ? line : before + 1
}

/** `C7` is column 2. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function textOf({ type, style, value }: Cell, facts: SheetFacts): string {
  if (type === 's') return facts.texts[Number(value)] ?? ''
  if (type === 'n' && value !== '')
    return numberCell(value, { isDate: facts.dateStyles.has(style), is1904: facts.is1904 })
  return value
}
