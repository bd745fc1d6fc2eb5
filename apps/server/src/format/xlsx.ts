import { addAbortSignal, type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { constants } from 'node:zlib'
import type { ZipFile } from 'yazl'
import type { Cell, CellRows } from './cell.ts'

/** Maximum number of rows of a sheet in common spreadsheets. */
const SHEET_ROWS = 1_048_576

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XLSX_TYPE = `${SHEET_TYPE}.sheet`

/**
 * A workbook (ECMA-376) in which all columns, and all cells but numbers, are text, so that identifiers keep all digits and
 * nothing is computed. It is generated while it is sent; further rows of a full sheet go into another sheet.
 */
export async function* xlsxFile(rows: AsyncIterable<CellRows>): AsyncGenerator<Uint8Array> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const ended = new AbortController()
  addSheets(zip, rows, ended.signal).catch((error: unknown) => output.destroy(error as Error))
  try {
    for await (const chunk of output) yield chunk
  } finally {
    ended.abort()
  }
}

/** Zip entries have a fixed time, the earliest that ZIP supports, so that equal rows give an equal file. */
const ENTRY = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, compressionLevel: constants.Z_BEST_SPEED }

async function addSheets(zip: ZipFile, rows: AsyncIterable<CellRows>, signal: AbortSignal): Promise<void> {
  const chunks = rows[Symbol.asyncIterator]()
  let rest: CellRows = []
  let isOver = false
  let sheets = 0
  async function* sheet(): AsyncGenerator<string> {
    yield `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="16384" width="22" style="1" customWidth="1"/></cols><sheetData>`
    for (let left = SHEET_ROWS; left > 0; ) {
      if (rest.length === 0) {
        const chunk = await chunks.next()
        isOver = chunk.done === true
        if (chunk.done) break
        rest = chunk.value
      }
      const fitting = rest.slice(0, left)
      rest = rest.slice(left)
      left -= fitting.length
      yield fitting.map(rowXml).join('')
    }
    yield '</sheetData></worksheet>'
  }
  try {
    while (!isOver) {
      sheets += 1
      const content = addAbortSignal(signal, Readable.from(sheet(), { objectMode: false }))
      zip.addReadStream(content, `xl/worksheets/sheet${sheets}.xml`, ENTRY)
      await finished(content)
    }
  } finally {
    await chunks.return?.()
  }
  for (const [name, content] of frameOf(sheets)) zip.addBuffer(Buffer.from(content), name, ENTRY)
  zip.end()
}

const rowXml = (cells: readonly Cell[]) => `<row>${cells.map(cellXml).join('')}</row>`

const cellXml = (cell: Cell) => (typeof cell === 'number' ? `<c s="0"><v>${cell}</v></c>` : textXml(cell))

const textXml = (text: string) =>
  text === '' ? '<c s="1"/>' : `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes XML; removes characters that XML 1.0 does not allow. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>]/g, (sign) => entities[sign]!)
}

function frameOf(sheets: number): [name: string, content: string][] {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const types = numbers.map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
  )
  const named = numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`)
  const led = numbers.map(
    (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${types.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${led.join('')}<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      // style 1: number format 49, which is text
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf numFmtId="49" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ]
}
