import { sourceLimits } from '@simwright/contract/profiles/source-file'
import type { CsvRecord } from './csv.ts'
import { FileRefusal } from './refusal.ts'
import { type NumberStyle, numberCell, readNumberStyles } from './xlsx-number.ts'
import { readXml } from './xml.ts'
import { damaged, Zip } from './zip.ts'

/** Cells beyond this column are merged into it, and reported as more cells than the header has columns. */
const COLUMNS_LIMIT = 300

/**
 * Reads the rows of the first visible sheet (ECMA-376, 18) as text: formulas as their cached value, numbers with the
 * digits that are stored and the zeros in front that the sheet shows. Skips rows with only empty cells.
 *
 * The reader is our own because those of libraries hold the whole workbook in memory, or do not have the formats of
 * numbers.
 * @throws FileRefusal
 */
export async function readXlsx(file: Uint8Array, onRecord: (record: CsvRecord) => void): Promise<void> {
  const zip = await Zip.open(file)
  const { sheet, texts, styles, is1904 } = await findParts(zip)
  const facts: SheetFacts = {
    texts: await readTexts(zip.unpack(texts)),
    styles: await readNumberStyles(zip.unpack(styles)),
    is1904,
  }
  await readSheet(zip.unpack(sheet), facts, onRecord)
}

type Parts = { sheet: string; texts: string; styles: string; is1904: boolean }

/** The names of the parts, which only relationships tell, with the usual names for packages that lack them. */
async function findParts(zip: Zip): Promise<Parts> {
  const root = await readRelationships(zip, '')
  const workbook = root.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
  if (/\.bin$/i.test(workbook) || zip.has('xl/workbook.bin')) throw damaged('it is a binary one (XLSB)')
  if (!zip.has(workbook)) throw damaged('it holds no sheet')
  const { shown, is1904 } = await readWorkbook(zip.unpack(workbook))
  const related = await readRelationships(zip, workbook)
  const targetOf = (type: string) => related.find((one) => one.type.endsWith(`/${type}`))?.target
  const sheet = shown
    .map((shownId) => related.find(({ id }) => id === shownId))
    .find((one) => one !== undefined && !OTHER_SHEETS.test(one.type))?.target
  if (sheet === undefined || !zip.has(sheet)) throw damaged('it holds no sheet')
  return {
    sheet,
    texts: targetOf('sharedStrings') ?? partName(workbook, 'sharedStrings.xml'),
    styles: targetOf('styles') ?? partName(workbook, 'styles.xml'),
    is1904,
  }
}

/** Types of sheets without cells. */
const OTHER_SHEETS = /\/(chartsheet|dialogsheet|xlMacrosheet)$/

/** The relationship ids of the visible sheets, in order. */
async function readWorkbook(content: AsyncIterable<Buffer>): Promise<{ shown: string[]; is1904: boolean }> {
  const shown: string[] = []
  const prefixes = new Set(['r'])
  let is1904 = false
  await readXml(content, {
    open: (name, attributes) => {
      for (const [attribute, value] of Object.entries(attributes))
        if (attribute.startsWith('xmlns:') && value?.endsWith('/relationships')) prefixes.add(attribute.slice(6))
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = [...prefixes].map((prefix) => attributes[`${prefix}:id`]).find((value) => value !== undefined)
      if (id !== undefined) shown.push(id)
    },
  })
  return { shown, is1904 }
}

/** `type`: a URI, of which ECMA-376 has one for each of its conformance classes. `target`: the name of a part. */
type Relationship = { id: string; type: string; target: string }

/** The relationships of a part to others of the package (ISO/IEC 29500-2, 9.3); of the package itself for an empty name. */
async function readRelationships(zip: Zip, part: string): Promise<Relationship[]> {
  const relationships: Relationship[] = []
  const folderEnd = part.lastIndexOf('/') + 1
  const file = `${part.slice(0, folderEnd)}_rels/${part.slice(folderEnd)}.rels`
  await readXml(zip.unpack(file), {
    open: (name, { Id: id = '', Type: type = '', Target: target, TargetMode: mode }) => {
      if (name !== 'Relationship' || target === undefined || mode === 'External') return
      relationships.push({ id, type, target: partName(part, target) })
    },
  })
  return relationships
}

/** The name of the part to which a target refers (ISO/IEC 29500-2, 9.3.4), which is relative to the folder of its source. */
function partName(source: string, target: string): string {
  try {
    return decodeURIComponent(new URL(target, `part:///${source}`).pathname).slice(1)
  } catch (error) {
    throw damaged('it refers to a part by an invalid name', error)
  }
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

export type SheetFacts = { texts: readonly string[]; styles: readonly NumberStyle[]; is1904: boolean }

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
  if (type === 'n' && value !== '') return numberCell(value, { style: facts.styles[style], is1904: facts.is1904 })
  return value
}
