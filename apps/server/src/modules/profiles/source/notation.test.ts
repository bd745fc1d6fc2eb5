import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLines } from '../../../format/csv.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { regularNeeds } from './needs.ts'
import { readFile } from './read.ts'
import type { ParsedRow } from './row.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

/** The rows of a file, by column, with their faults. */
async function read(content: string | Uint8Array, needs = regularNeeds) {
  const rows: ParsedRow[] = []
  const file = new Uint8Array(Buffer.from(content as string))
  const { columns } = await readFile({ file, keys: undefined, now: NOW, needs }, (chunk) => rows.push(...chunk.rows))
  return rows.map(({ line, cells, faults }) => ({
    line,
    values: Object.fromEntries(columns.map((column, index) => [column, cells[index]])),
    faults: faults.map(({ column, text }) => `${column}: ${text}`),
  }))
}

function recordsOf(text: string): CsvRecord[] {
  const records: CsvRecord[] = []
  readCsv(Buffer.from(text), (record) => records.push(record))
  return records
}

const [one] = subscribers(1)
const { ICCID, IMSI, KI, OPC } = one as Record<'ICCID' | 'IMSI' | 'KI' | 'OPC', string>
const plain = { line: 2, values: { ICCID, IMSI, KI, OPC }, faults: [] }

describe('a CSV file of a spreadsheet', () => {
  test.each([',', ';', '\t', '|', '^'])('can name its separator %j in a line before the header', async (separator) => {
    const header = ['ICCID', 'IMSI', 'KI', 'OPC'].join(separator)
    const row = [ICCID, IMSI, KI, OPC].join(separator)
    for (const line of [`sep=${separator}`, `"sep=${separator}"`, `SEP=${separator} `])
      for (const end of ['\n', '\r\n', '\r'])
        expect(await read([line, header, row, ''].join(end))).toEqual([{ ...plain, line: 3 }])
    expect(await read(`\uFEFFsep=${separator}\r\n${header}\r\n${row}`)).toEqual([{ ...plain, line: 3 }])
  })

  test('names the line of the file in a refusal, also after a line with the separator', async () => {
    await expect(read(`sep=;\nICCID;IMSI;KI;OPC\n"${ICCID};${IMSI}\n`)).rejects.toMatchObject({ values: { line: 3 } })
  })

  test('can have ="..." around its cells, quoted or not', async () => {
    const cells = [ICCID, IMSI, KI, OPC]
    const header = 'ICCID,IMSI,KI,OPC'
    expect(await read(`${header}\r\n${cells.map((cell) => `="${cell}"`).join(',')}\r\n`)).toEqual([plain])
    expect(await read(`${header}\n${cells.map((cell) => `"=""${cell}"""`).join(',')}`)).toEqual([plain])
  })

  test('keeps what only looks like ="..." in another cell, and names the line of a stray quote', async () => {
    expect(recordsOf('a,b\n"x,=""1"",y",="01"\n="02","="""\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x,="1",y', '01'] },
      { line: 3, cells: ['02', '="'] },
    ])
    expect(() => recordsOf('a,b\n="01",x"y\n')).toThrow('csv_malformed')
    expect(() => recordsOf('a,b\n="01"2,x\n')).toThrow('csv_malformed')
  })

  test('can have the apostrophe with which exports disarm formulas', async () => {
    const header = 'ICCID,IMSI,KI,OPC,MSISDN,SMSP,NOTES'
    const [row] = await read(`${header}\n${ICCID},${IMSI},${KI},${OPC},'+447700900001,'+447785016005,'-5 dB\n`)
    expect(row).toEqual({
      ...plain,
      values: { ...plain.values, MSISDN: '447700900001', SMSP: '+447785016005', NOTES: '-5 dB' },
    })
  })
})

test('what a CSV file of ours has in a cell is read as it was', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', '\r', '\n', '\t', 'a', '1', '＝', ';') }),
  )
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      const header = cells.map((_, index) => `c${index}`)
      const records = recordsOf(csvLines([header, [...cells.slice(1), `x${cells[0]}`, cells[0]!]]))
      expect(records[1]?.cells).toEqual([...cells.slice(1), `x${cells[0]}`, cells[0]!])
    }),
  )
})

describe('a file of ours', () => {
  test('of faulty rows is read again: its line and reason are skipped, times and notes are as they were', async () => {
    const text = csvLines([
      ['LINE', 'ICCID', 'IMSI', 'KI', 'OPC', 'EXPIRE_TIME', 'NOTES', 'REASON'],
      ['2', ICCID, IMSI, KI, OPC, '2030-12-31T23:59:59.000Z', '-5 dB', 'IMSI: Must be 15 digits; this has 8.'],
    ])
    const values = { ...plain.values, EXPIRE_TIME: '2030-12-31T23:59:59.000Z', NOTES: '-5 dB' }
    expect(await read(text)).toEqual([{ ...plain, values }])
  })

  test('with the keys of a core network is read again, unless its algorithm is another one', async () => {
    const file = (algorithm: string) =>
      `ICCID,IMSI,MSISDN,ALGORITHM,KI,OPC,AMF,SQN\r\n${ICCID},${IMSI},,${algorithm},${KI},${OPC},8000,000000000020\r\n`
    expect(await read(file('MILENAGE'))).toEqual([{ ...plain, values: { ...plain.values, MSISDN: '' } }])
    const [other] = await read(file('TUAK'))
    expect(other!.faults).toEqual([
      ': The row is for another algorithm than the profile configuration, which has MILENAGE.',
    ])
  })
})

test('a time is read in the form of the template and in ISO 8601, and no other', async () => {
  const timeOf = async (time: string) => {
    const [row] = await read(`ICCID,IMSI,KI,OPC,EXPIRE_TIME\n${ICCID},${IMSI},${KI},${OPC},${time}\n`)
    return row!.faults[0] ?? row!.values.EXPIRE_TIME
  }
  const same = [
    '2030-12-31 23:59:59',
    '2030-12-31T23:59:59Z',
    '2030-12-31T23:59:59.000Z',
    '2031-01-01T01:59:59+02:00',
    '2030-12-31 18:29:59-05:30',
  ]
  for (const time of same) expect(await timeOf(time)).toBe('2030-12-31T23:59:59.000Z')
  for (const time of ['2030-12-31', '2031-02-30T00:00:00Z', '2030-12-31T24:00:00Z', '2030-12-31T23:59:59+99:00'])
    expect(await timeOf(time)).toMatch('Write it as yyyy-MM-dd HH:mm:ss')
})
