import { crc32, deflateRawSync } from 'node:zlib'
import { Problem } from '@simwright/contract'
import { describe, expect, test } from 'vitest'
import { xlsxFile } from '../../../format/xlsx.ts'
import { type Subscriber, subscribers } from '../../../testing/subscriber.ts'
import type { CsvRecord } from './csv.ts'
import { fileKind } from './file-kind.ts'
import { regularNeeds } from './needs.ts'
import { readFile } from './read.ts'
import { FileRefusal } from './refusal.ts'
import type { ParsedRow } from './row.ts'
import { readXlsx } from './xlsx.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

type Part = { name: string; content: string | Buffer; flags?: number; method?: number }

/** A ZIP archive of these files, valid or not. */
function zipOf(parts: readonly Part[]): Uint8Array {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, flags = 0, method = 8 } of parts) {
    const bytes = Buffer.from(content as string)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(crc32(bytes), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    const made = Buffer.from('PK\x01\x02\x14\x00', 'latin1')
    directory.push(Buffer.concat([made, shared, tail, Buffer.from(name)]))
    pieces.push(local)
    at += local.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(at, 16)
  return new Uint8Array(Buffer.concat([...pieces, ...directory, end]))
}

type Book = { sheet: string; texts?: string; styles?: string; workbook?: string }

const workbook = `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Old" r:id="rId2" state="hidden"/><sheet name="Subscribers" r:id="rId1"/></sheets></workbook>`
const rels =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>'

function bookOf({ sheet, texts = '<sst/>', styles = '<styleSheet/>', workbook: own = workbook }: Book): Part[] {
  return [
    { name: 'xl/workbook.xml', content: own },
    { name: 'xl/_rels/workbook.xml.rels', content: rels },
    { name: 'xl/sharedStrings.xml', content: texts },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet ${MAIN}><sheetData>${sheet}</sheetData></worksheet>` },
  ]
}

async function recordsOf(book: Book): Promise<CsvRecord[]> {
  const records: CsvRecord[] = []
  await readXlsx(zipOf(bookOf(book)), (record) => records.push(record))
  return records
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const row = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

/** The parsed rows of a workbook. */
async function rowsOf(file: Uint8Array): Promise<ParsedRow[]> {
  const rows: ParsedRow[] = []
  await readFile({ file, keys: undefined, now: NOW, needs: regularNeeds }, (chunk) => rows.push(...chunk.rows))
  return rows
}

async function refusalOf(parts: readonly Part[]): Promise<string> {
  try {
    await rowsOf(zipOf(parts))
  } catch (error) {
    if (error instanceof FileRefusal) return new Problem(error.problem, error.values).message
    throw error
  }
  throw new Error('the file was not refused')
}

describe('a workbook', () => {
  test('is read like a CSV file: shared and rich texts, gaps, entities; only the first visible sheet', async () => {
    const texts =
      '<sst><si><t>ICCID</t></si><si><r><t>Two </t></r><r><rPr/><t>parts</t></r><rPh><t>aloud</t></rPh></si><si><t>After</t></si></sst>'
    const sheet =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="D2" t="s"><v>2</v></c></row><row r="3"><c r="A3"/></row>' +
      '<row r="7"><c r="B7" t="inlineStr"><is><t xml:space="preserve"> &lt;A&amp;B&gt; &#233;</t></is></c></row>'
    expect(await recordsOf({ sheet, texts })).toEqual([
      { line: 2, cells: ['ICCID', '', 'Two parts', 'After'] },
      { line: 7, cells: ['', ' <A&B> é'] },
    ])
  })

  test('with invalid row numbers gets consecutive ones, so that no two rows have the same number', async () => {
    const rows = ['1', '2', '2', '99999999999', '-5', '1e300', 'x', '9'].map(
      (r) => `<row r="${r}"><c t="str"><v>${r}</v></c></row>`,
    )
    expect((await recordsOf({ sheet: rows.join('') })).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 9])
  })

  test('has the cached values of formulas, which are not computed again', async () => {
    const sheet = '<row><c t="str"><f>HYPERLINK("https://example.com")</f><v>894450</v></c><c><f>1+1</f></c></row>'
    expect(await recordsOf({ sheet })).toEqual([{ line: 1, cells: ['894450', ''] }])
  })

  test('has dates as dates, in both date systems', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0&quot;d&quot;"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
    const sheet = row([
      '<c s="1"><v>47848.999988425923</v></c>',
      '<c s="2"><v>47848</v></c>',
      '<c s="3"><v>47848</v></c>',
    ])
    expect((await recordsOf({ sheet, styles }))[0]!.cells).toEqual([
      '2030-12-31 23:59:59',
      '2030-12-31 00:00:00',
      '47848',
    ])
    const early = workbook.replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
    expect((await recordsOf({ sheet, styles, workbook: early }))[0]!.cells[1]).toBe('2035-01-01 00:00:00')
  })

  test('has the zeros in front of a number that its format shows, and no other digits', async () => {
    const shown: [code: string, value: string, text: string][] = [
      ['00000000', '1234567', '01234567'],
      ['00000000', '4711', '00004711'],
      ['000000000000000', '1010000000501', '001010000000501'],
      ['000-000', '1234', '001234'],
      ['[Red]0000;;', '12', '0012'],
      ['&quot;0&quot;0000000', '1234567', '01234567'],
      ['\\00000000', '1234567', '01234567'],
      ['&quot;+44 &quot;0000000000', '7700900001', '+447700900001'],
      ['+0', '447700900001', '+447700900001'],
      ['[$-409]00000_);(00000)', '7', '00007'],
      ['0;000', '-7', '-7'],
      ['#,##0', '1234567', '1234567'],
      ['0,', '12345', '12345'],
      ['0.00', '5', '5'],
      ['00%', '5', '5'],
      ['00E+00', '5', '5'],
      ['# ?/?', '5', '5'],
      ['General', '5', '5'],
      ['@', '5', '5'],
      ['&quot;No. 1: &quot;00', '5', '05'],
      ['[&lt;=999]000;000000', '5', '5'],
      ['00000000', '0.5', '0.5'],
    ]
    const formats = shown.map(([code], index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`)
    const xfs = shown.map((_, index) => `<xf numFmtId="${164 + index}"/>`)
    const styles = `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${xfs.join('')}</cellXfs></styleSheet>`
    const sheet = row(shown.map(([, value], index) => `<c s="${index}"><v>${value}</v></c>`))
    const [record] = await recordsOf({ sheet, styles })
    expect(shown.map(([code], index) => [code, record!.cells[index]])).toEqual(
      shown.map(([code, , expected]) => [code, expected]),
    )
  })

  test('is read whatever its parts are called and wherever they are, by relationships', async () => {
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    const related = (list: readonly string[][], base = office) =>
      `<Relationships>${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="${base}/${type}" Target="${target}"/>`).join('')}</Relationships>`
    const sheet = `<worksheet ${MAIN}><sheetData>${row(['<c t="s"><v>0</v></c>', '<c s="1"><v>7</v></c>'])}</sheetData></worksheet>`
    const texts = '<x:sst xmlns:x="x"><x:si><x:t>ICCID</x:t></x:si></x:sst>'
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>'
    const book = (prefix: string, base = office) =>
      `<workbook ${MAIN}><sheets xmlns:${prefix}="${base}"><sheet ${prefix}:id="rIdC"/><sheet ${prefix}:id="rId1"/></sheets></workbook>`
    const chart = ['rIdC', 'chartsheet', 'chartsheets/sheet1.xml']
    const packages: Part[][] = [
      [
        { name: '_rels/.rels', content: related([['rId1', 'officeDocument', 'xl/workbook22.xml']]) },
        { name: 'xl/workbook22.xml', content: book('d3p1') },
        {
          name: 'xl/_rels/workbook22.xml.rels',
          content: related([
            chart,
            ['rId1', 'worksheet', 'worksheets/sheet%201.xml'],
            ['rIdS', 'sharedStrings', 'SharedStrings.xml'],
            ['rIdY', 'styles', '/XL/Styles.xml'],
          ]),
        },
        { name: 'xl/worksheets/sheet 1.xml', content: sheet },
        { name: 'xl/sharedstrings.xml', content: texts },
        { name: 'xl/styles.xml', content: styles },
      ],
      [
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: '_rels/.rels', content: related([['rId1', 'officeDocument', '/book/Main.xml']], strict) },
        { name: 'book/main.xml', content: book('ns1', strict) },
        {
          name: 'book/_rels/main.xml.rels',
          content: related(
            [
              chart,
              ['rId1', 'worksheet', '../data/one.xml'],
              ['rIdS', 'sharedStrings', '../data/t.xml'],
              ['rIdY', 'styles', '../data/s.xml'],
            ],
            strict,
          ),
        },
        { name: 'data/one.xml', content: sheet },
        { name: 'data/t.xml', content: texts },
        { name: 'data/s.xml', content: styles },
      ],
    ]
    for (const parts of packages) {
      const records: CsvRecord[] = []
      expect(fileKind(zipOf(parts))).toBe('xlsx')
      await readXlsx(zipOf(parts), (record) => records.push(record))
      expect(records).toEqual([{ line: 1, cells: ['ICCID', '007'] }])
    }
  })

  test('reports each number that has lost digits; intact numbers are accepted', async () => {
    const [one] = subscribers(1)
    const cells = [
      '<c><v>8.9445000000000005E+18</v></c>',
      '<c><v>999700000000000</v></c>',
      text(one!.KI!),
      text(one!.OPC!),
    ]
    const sheet = row(['ICCID', 'IMSI', 'KI', 'OPC'].map(text)) + row(cells)
    const [read] = await rowsOf(zipOf(bookOf({ sheet })))
    expect(read!.cells[1]).toBe('999700000000000')
    expect(read!.faults).toEqual([
      expect.objectContaining({ column: 'ICCID', text: expect.stringContaining('Damaged by a spreadsheet') }),
    ])
    const long = row(cells.with(0, '<c><v>89445000000000000000</v></c>'))
    const [exact] = await rowsOf(zipOf(bookOf({ sheet: row(['ICCID', 'IMSI', 'KI', 'OPC'].map(text)) + long })))
    expect(exact!.faults[0]).toMatchObject({ column: 'ICCID', rule: 'spreadsheet' })
  })

  test('written by the portal is read back without loss, formulas as text', async () => {
    const rows: Subscriber[] = subscribers(3).map((one, index) => ({ ...one, NOTES: ['=1+1', '<&>"', 'a\nb'][index]! }))
    const columns = Object.keys(rows[0]!) as (keyof Subscriber)[]
    async function* pages() {
      yield [columns]
      yield rows.slice(0, 2).map((one) => columns.map((column) => one[column] ?? ''))
      yield rows.slice(2).map((one) => columns.map((column) => one[column] ?? ''))
    }
    const pieces: Uint8Array[] = []
    for await (const piece of xlsxFile(pages())) pieces.push(piece)
    const read = await rowsOf(new Uint8Array(Buffer.concat(pieces)))
    expect(read.map(({ cells, faults }) => [...cells, faults.length])).toEqual(
      rows.map((one) => [...columns.map((column) => one[column]), 0]),
    )
  })
})

describe('a workbook that is written', () => {
  const piece = Array.from({ length: 500 }, (_, row) => [`${row}`, 'a cell with some text in it'])

  test('fails when reading its rows fails', async () => {
    async function* rows() {
      yield piece
      throw new Error('the database is gone')
    }
    const sent = async () => {
      for await (const chunk of xlsxFile(rows())) expect(chunk.length).toBeGreaterThan(0)
    }
    await expect(sent()).rejects.toThrow('the database is gone')
  })

  test('stops reading rows and ends their source when the reader stops', async () => {
    const ended = Promise.withResolvers<void>()
    let asked = 0
    async function* rows() {
      try {
        for (;;) {
          asked += 1
          yield piece
        }
      } finally {
        ended.resolve()
      }
    }
    for await (const _ of xlsxFile(rows())) if (asked > 1) break
    await ended.promise
    expect(asked).toBeLessThan(1_000)
  })
})

describe('a workbook is refused', () => {
  const valid = bookOf({ sheet: row(['ICCID', 'IMSI', 'KI', 'OPC'].map(text)) })
  const having = (name: string, more: Partial<Part>) =>
    valid.map((part) => (part.name === name ? { ...part, ...more } : part))
  const SHEET = 'xl/worksheets/sheet1.xml'

  test('when it unpacks to much more than its size', async () => {
    const bomb = having(SHEET, { content: Buffer.alloc(70 * 1024 * 1024, 0x20) })
    expect(await refusalOf(bomb)).toContain('it unpacks to more than 64 MiB, or was made to')
    const dense = having('xl/sharedStrings.xml', { content: Buffer.alloc(5 * 1024 * 1024, 0x20) })
    expect(await refusalOf(dense)).toContain('it unpacks to more than 64 MiB, or was made to')
  })

  test('when it declares entities', async () => {
    const content = `<!DOCTYPE a [<!ENTITY b "bbbb">]>${valid.at(-1)!.content}`
    expect(await refusalOf(having(SHEET, { content }))).toContain('a part declares a document type')
  })

  test.each(['&#0;', '&#xD800;', '&#xDFFF;', '&#x110000;'])(
    'when it contains the invalid character reference %s',
    async (character) => {
      const sheet = `<row><c t="str"><v>a${character}b</v></c></row>`
      expect(await refusalOf(bookOf({ sheet }))).toContain('a part contains an invalid character reference')
    },
  )

  test('when it declares fewer bytes than it unpacks to', async () => {
    const file = zipOf(having(SHEET, { content: Buffer.alloc(2000, 0x20) }))
    const at = Buffer.from(file).lastIndexOf(SHEET)
    new DataView(file.buffer).setUint32(at - 46 + 24, 1000, true)
    await expect(rowsOf(file)).rejects.toMatchObject({ values: { detail: 'a part cannot be unpacked' } })
  })

  test('when it is not well-formed XML, or not UTF-8', async () => {
    expect(await refusalOf(bookOf({ sheet: '<row></c></row>' }))).toContain('a part is not well-formed XML')
    const content = Buffer.concat([Buffer.from('<worksheet>'), Buffer.of(0xff), Buffer.from('</worksheet>')])
    expect(await refusalOf(having(SHEET, { content }))).toContain('a part is not UTF-8')
  })

  test('when it is encrypted, binary, truncated, compressed in another way, or has no sheet', async () => {
    expect(await refusalOf(having('xl/workbook.xml', { flags: 1 }))).toContain('it is encrypted with a password')
    expect(await refusalOf(having(SHEET, { method: 12 }))).toContain('packed in a way that spreadsheets do not use')
    expect(await refusalOf([{ name: 'xl/workbook.bin', content: '' }])).toContain('it is a binary one (XLSB)')
    expect(await refusalOf(valid.slice(0, 4))).toContain('it holds no sheet')
    expect(await refusalOf(having(SHEET, { content: '<worksheet><row' }))).toContain('a part is cut off')
    const cut = zipOf(valid).subarray(0, 300)
    await expect(rowsOf(cut)).rejects.toMatchObject({ problem: 'xlsx_damaged', values: { detail: 'it is cut off' } })
  })

  test('when it has a header, but no records', async () => {
    expect(await refusalOf(valid)).toBe('The file has a header, but no rows. Add a row for each profile.')
  })
})
