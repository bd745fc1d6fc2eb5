import { pipeline, Readable } from 'node:stream'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** Rows of a sheet, the most that spreadsheets open. */
const SHEET_ROWS = 1_048_576

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const XLSX_TYPE = `${SHEET_TYPE}.sheet`

/**
 * A workbook (ECMA-376) whose cells are all texts: nothing is computed, no digit of an identifier is lost, and columns that
 * are typed into stay text. Written while it is sent; it goes on in another sheet where one is full.
 */
export async function* xlsxFile(rows: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  const parts = rows[Symbol.asyncIterator]()
  let rest: readonly (readonly string[])[] = []
  let isOver = false
  let sheets = 0
  async function* sheet(): AsyncGenerator<string> {
    yield `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="16384" width="22" style="1" customWidth="1"/></cols><sheetData>`
    for (let room = SHEET_ROWS; room > 0; ) {
      if (rest.length === 0) {
        const part = await parts.next()
        isOver = part.done === true
        if (part.done) break
        rest = part.value
      }
      const fitting = rest.slice(0, room)
      rest = rest.slice(room)
      room -= fitting.length
      yield fitting.map(rowXml).join('')
    }
    yield '</sheetData></worksheet>'
  }
  while (!isOver) {
    sheets += 1
    yield* zip.add(`xl/worksheets/sheet${sheets}.xml`, sheet())
  }
  for (const [name, content] of frameOf(sheets)) yield* zip.add(name, [content])
  yield zip.end()
}

const rowXml = (cells: readonly string[]) => `<row>${cells.map(cellXml).join('')}</row>`

const cellXml = (text: string) =>
  text === '' ? '<c s="1"/>' : `<c s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Characters that XML 1.0 cannot hold are left out. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about them
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

/** Sizes and checksum follow the data; the archive is of this day in 1980, the first that ZIP knows. */
const SIZES_FOLLOW = 0x0008
const VERSION = 20
const DEFLATED = 8
const DOS_DATE = 0x0021

type Written = { name: Buffer; crc: number; packedBytes: number; bytes: number; at: number }

/** A ZIP archive (APPNOTE 6.3) that is written from front to back. */
class ZipWriter {
  readonly #entries: Written[] = []
  #at = 0

  async *add(name: string, content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
    const entry: Written = { name: Buffer.from(name), crc: 0, packedBytes: 0, bytes: 0, at: this.#at }
    yield this.#count(Buffer.concat([this.#head(entry, 0x04034b50), entry.name]))
    async function* counted() {
      for await (const piece of content) {
        const bytes = Buffer.from(piece)
        entry.crc = crc32(bytes, entry.crc)
        entry.bytes += bytes.length
        yield bytes
      }
    }
    const packer = createDeflateRaw({ level: constants.Z_BEST_SPEED })
    // what breaks comes out below, where the packed pieces are read
    pipeline(Readable.from(counted(), { objectMode: false }), packer, () => {})
    for await (const piece of packer) {
      entry.packedBytes += piece.length
      yield this.#count(piece)
    }
    this.#entries.push(entry)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    sizes.writeUInt32LE(entry.crc, 4)
    sizes.writeUInt32LE(entry.packedBytes, 8)
    sizes.writeUInt32LE(entry.bytes, 12)
    yield this.#count(sizes)
  }

  end(): Uint8Array {
    const directory = Buffer.concat(
      this.#entries.flatMap((entry) => {
        const tail = Buffer.alloc(14)
        tail.writeUInt32LE(entry.at, 10)
        return [this.#head(entry, 0x02014b50), tail, entry.name]
      }),
    )
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(directory.length, 12)
    end.writeUInt32LE(this.#at, 16)
    return Buffer.concat([directory, end])
  }

  /** What local and central headers share; the central one has a version in front. */
  #head({ name, crc, packedBytes, bytes }: Written, signature: 0x04034b50 | 0x02014b50): Buffer {
    const isCentral = signature === 0x02014b50
    const head = Buffer.alloc(isCentral ? 32 : 30)
    head.writeUInt32LE(signature, 0)
    if (isCentral) head.writeUInt16LE(VERSION, 4)
    const at = isCentral ? 6 : 4
    head.writeUInt16LE(VERSION, at)
    head.writeUInt16LE(SIZES_FOLLOW, at + 2)
    head.writeUInt16LE(DEFLATED, at + 4)
    head.writeUInt16LE(DOS_DATE, at + 8)
    head.writeUInt32LE(isCentral ? crc : 0, at + 10)
    head.writeUInt32LE(isCentral ? packedBytes : 0, at + 14)
    head.writeUInt32LE(isCentral ? bytes : 0, at + 18)
    head.writeUInt16LE(name.length, at + 22)
    return head
  }

  #count(piece: Uint8Array): Uint8Array {
    this.#at += piece.length
    return piece
  }
}
