import { nineteenDigitRules, parseIccid, parseMsisdn } from '@simwright/ids'
import { weakness } from '@simwright/saip/build/weak-key'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLines } from '../../../format/csv.ts'
import { subscribers } from '../../../testing/subscriber.ts'
import { coreFormats } from '../../provisioning/generate/core-format.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { regularNeeds } from './needs.ts'
import { readFile } from './read.ts'
import type { ParsedRow } from './row.ts'
import { exampleOf, templateColumns, timeCell } from './rule.ts'

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
    const header = '\u202AICCID\u202C,IMSI,KI,OPC,MSISDN,SMSP,NOTES'
    const [row] = await read(`${header}\n${ICCID},${IMSI},${KI},${OPC},'+447700900001,'+447785016005,'-5 dB\n`)
    expect(row).toEqual({
      ...plain,
      values: { ...plain.values, MSISDN: '447700900001', SMSP: '+447785016005', NOTES: '-5 dB' },
    })
  })
})

test.each([
  ['+44 7700 900001', '447700900001'],
  ['00447700900002', '447700900002'],
  ['+44 (0)7700-900003', '447700900003'],
  ['0012', '0012'],
])('the telephone number %s of a file is stored as %s', async (MSISDN, stored) => {
  const [row] = await read(`ICCID,IMSI,KI,OPC,MSISDN\n${ICCID},${IMSI},${KI},${OPC},${MSISDN}\n`)
  expect(row).toEqual({ ...plain, values: { ...plain.values, MSISDN: stored } })
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

  test('with the keys of a core network has the values of any subscriber, in the form of its card', async () => {
    const digits = (min: number, max: number) =>
      fc.array(fc.nat(9), { minLength: min, maxLength: max }).map((all) => all.join(''))
    const key = fc
      .uint8Array({ minLength: 16, maxLength: 16 })
      .filter((bytes) => weakness(bytes) === undefined)
      .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase())
    const subscriber = fc.record({
      iccid: fc.oneof(
        digits(14, 14).map((rest) => `8944${rest}`),
        digits(15, 15).map((rest) => `8944${rest}`),
        digits(15, 15).map((rest) => parseIccid(`8944${rest}`)),
      ),
      imsi: digits(10, 10).map((rest) => `99970${rest}`),
      msisdn: fc.option(digits(1, 15).map((text) => parseMsisdn(text))),
      ki: key,
      opc: key,
    })
    const setting = { plmn: '99970', dnn: 'internet', algorithm: 'MILENAGE' } as const
    const { head, write } = coreFormats.CSV
    await fc.assert(
      fc.asyncProperty(subscriber, async (one) => {
        const { iccid, imsi, msisdn, ki, opc } = one
        expect(await read(head(setting) + write(one, setting))).toEqual([
          { line: 2, values: { ICCID: iccid, IMSI: imsi, MSISDN: msisdn ?? '', KI: ki, OPC: opc }, faults: [] },
        ])
      }),
    )
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

describe('what is probably wrong is a warning, not a fault', () => {
  const [two, three] = subscribers(3).slice(1) as Record<'ICCID' | 'IMSI' | 'KI' | 'OPC', string>[]
  const line = (values: Record<string, string>) =>
    ['ICCID', 'IMSI', 'KI', 'OPC'].map((column) => values[column]).join(',')
  const warningsOf = async (rows: readonly Record<string, string>[], needs = regularNeeds) => {
    const found: ParsedRow[] = []
    const file = new Uint8Array(Buffer.from(['ICCID,IMSI,KI,OPC', ...rows.map(line)].join('\n')))
    const outcome = await readFile({ file, keys: undefined, now: NOW, needs }, (chunk) => found.push(...chunk.rows))
    const later = found.flatMap((row) => (row.warnings ?? []).map(({ rule, line: other }) => [row.line, rule, other]))
    return { later, firsts: outcome.repetitions, faults: found.flatMap(({ faults }) => faults) }
  }

  test('the same IMSI or Ki in two rows, in any notation', async () => {
    const rows = [one!, { ...two!, IMSI }, { ...three!, KI: KI.toLowerCase().replace(/(.{8})(?=.)/g, '$1 ') }] as never
    expect(await warningsOf(rows)).toEqual({
      later: [
        [3, 'imsi_repeated', 2],
        [4, 'ki_repeated', 2],
      ],
      firsts: [
        { first: 2, line: 3, warning: 'imsi_repeated' },
        { first: 2, line: 4, warning: 'ki_repeated' },
      ],
      faults: [],
    })
  })

  test('Ki that is the operator key, and an IMSI of another network than the home networks', async () => {
    expect((await warningsOf([{ ...two!, OPC: two!.KI }])).later).toEqual([[2, 'ki_is_operator_key', undefined]])
    const needs = { ...regularNeeds, homes: '99971', equivalentHomes: '99972 99973' }
    expect((await warningsOf([two!], needs)).later).toEqual([[2, 'other_network', undefined]])
    expect((await warningsOf([two!], { ...needs, equivalentHomes: '99970' })).later).toEqual([])
    expect((await warningsOf([two!], { ...needs, homes: '999700' })).later).toEqual([])
    expect((await warningsOf([two!])).later).toEqual([])
  })

  test('is not said of a cell with a fault', async () => {
    const { later, faults } = await warningsOf([
      { ...two!, IMSI: '460001234567890' },
      { ...three!, IMSI: '460001234567890' },
    ])
    expect(later).toEqual([])
    expect(faults).toHaveLength(2)
  })
})

test('a row is the same when it is written to a file of ours and read again, in whatever notation it was first', async () => {
  const digits = (min: number, max: number) =>
    fc.array(fc.nat(9), { minLength: min, maxLength: max }).map((all) => all.join(''))
  const grouped = (text: string) => text.replace(/(.{3})(?=.)/g, '$1 ')
  const printed = (value: fc.Arbitrary<string>) =>
    fc
      .tuple(
        value,
        fc.constantFrom(
          (text: string) => text,
          grouped,
          (text: string) => `'${text}`,
        ),
      )
      .map(([text, by]) => by(text))
  const hex = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  const row = fc.record({
    ICCID: fc.constantFrom(ICCID, grouped(ICCID), `'${ICCID}`, `="${ICCID}"`, `${ICCID.slice(0, 19)}F`),
    IMSI: printed(fc.constant(IMSI)),
    KI: fc.constantFrom(KI, grouped(KI), `0x${KI}`),
    OPC: fc.constantFrom(OPC, OPC.toLowerCase().replace(/(..)(?=.)/g, '$1:')),
    MSISDN: fc.oneof(
      printed(digits(1, 15)),
      digits(7, 13).map((text) => `+${grouped(text)}`),
    ),
    SMSP: fc.oneof(
      digits(3, 15),
      digits(7, 13).map((text) => `+4${grouped(text)}`),
    ),
    PIN1: printed(digits(4, 8)),
    CONFIRMATION_CODE: printed(digits(4, 8)),
    EXPIRE_TIME: fc
      .date({ min: new Date('2027-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
    GID1: hex,
    NOTES: fc.string({ maxLength: 40 }),
    GROUP: fc.string({ minLength: 1, maxLength: 20 }),
  })
  const needs = { ...regularNeeds, ownColumns: 'GID1' }
  await fc.assert(
    fc.asyncProperty(row, async (values) => {
      const columns = Object.keys(values)
      const [first] = await read(csvLines([columns, Object.values(values)]), needs)
      expect(first).toMatchObject({ values: { IMSI, KI, OPC }, faults: [] })
      expect(first!.values.ICCID!.slice(0, 19)).toBe(ICCID.slice(0, 19))
      const cells = columns.map((column) => first!.values[column]!)
      const written = cells.map((cell, index) => (columns[index] === 'EXPIRE_TIME' ? timeCell(cell) : cell))
      expect(await read(csvLines([columns, written]), needs)).toEqual([first])
    }),
    { numRuns: 60 },
  )
})

test('the template of any configuration is read as it is: its columns are known, and only its examples are refused', async () => {
  const needs = fc.record({
    algorithm: fc.constantFrom('MILENAGE' as const, 'TUAK' as const),
    nineteenDigits: fc.constantFrom(...nineteenDigitRules),
    leastIccidDigits: fc.constantFrom(18 as const, 19 as const),
    publicIdentities: fc.nat(3),
    parameterBytes: fc.constantFrom(0, 100),
    ownColumns: fc.constantFrom('', 'GID1', 'GID1 GID2 SPN'),
  })
  const end = new Date('2030-12-31T23:59:59Z').toISOString()
  await fc.assert(
    fc.asyncProperty(needs, async (more) => {
      const all = { ...regularNeeds, ...more, keys: 'secret' as const }
      const columns = templateColumns(all)
      const example = columns.map((column) => exampleOf(column, all))
      const [row] = await read(csvLines([columns, example]), all)
      expect(Object.keys(row!.values)).toEqual(columns)
      expect(row!.faults.length).toBeGreaterThan(0)
      for (const text of row!.faults) expect(text).toMatch(/This is the example|pattern and not random/)
      const stored = {
        ...Object.fromEntries(columns.map((column, index) => [column, example[index]])),
        EXPIRE_TIME: end,
      }
      expect(row!.values).toEqual(stored)
    }),
  )
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
