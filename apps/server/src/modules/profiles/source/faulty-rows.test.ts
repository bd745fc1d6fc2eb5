import type { SourceColumn } from '@simwright/contract/profiles/source'
import * as source from '@simwright/contract/profiles/source'
import { changesDirection } from '@simwright/contract/text-direction'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { csvLines } from '../../../format/csv.ts'
import { configured } from '../../../testing/generated.ts'
import { type TestEnterprise, testServer } from '../../../testing/server.ts'
import { newSubscribers, type Subscriber } from '../../../testing/subscriber.ts'
import { readCsv } from './csv.ts'

/*
 * The file of faulty rows, as the portal writes it, is read again: values that were faulty are so for the same reason, all
 * others are equal.
 */

const t = await testServer()
let enterprise: TestEnterprise
let configurationId: string

beforeAll(async () => {
  enterprise = await t.enterprise()
  configurationId = await configured(enterprise.owner)
})

/** Written as blanks, because the file leaves the portal. */
const SECRET: readonly string[] = ['KI', 'OPC', 'PIN1']

const digits = (min: number, max: number) =>
  fc.array(fc.nat(9), { minLength: min, maxLength: max }).map((all) => all.join(''))
const grouped = (text: string) => text.replace(/(.{3})(?=.)/g, '$1 ')
/** What spreadsheets, and those who fill them in, make of a cell. */
const marked = (text: string) => fc.constantFrom(text, grouped(text), `'${text}`, ` ${text}\t`)
const signs = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', '\n', 'a', '1', ';'),
  maxLength: 12,
})
const time = fc
  .date({ min: new Date('2027-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  .chain((at) => fc.constantFrom(at.toISOString(), `${at.toISOString().slice(0, 19).replace('T', ' ')}`))

/** The valid cells of a row. */
const valid = fc.record({
  mark: fc.constantFrom(
    (iccid: string) => iccid,
    grouped,
    (iccid: string) => `${iccid.slice(0, 19)}F`,
  ),
  MSISDN: fc.oneof(
    digits(7, 13).map((text) => `+4${grouped(text)}`),
    digits(1, 15).chain(marked),
  ),
  PIN1: digits(4, 8),
  EXPIRE_TIME: time,
  NOTES: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), signs).filter((text) => !changesDirection(text)),
  GROUP: fc.constantFrom('', 'Oslo', '=Oslo', 'a, "b"'),
})

/** A faulty cell. */
const fault = fc.oneof(
  fc.record({ column: fc.constant('IMSI'), cell: fc.oneof(digits(1, 14), signs, fc.constant('460001234567890')) }),
  fc.record({ column: fc.constant('MSISDN'), cell: fc.constantFrom('4.477E+11', 'x', '=1+1', "'=5") }),
  fc.record({ column: fc.constant('EXPIRE_TIME'), cell: fc.constantFrom('31.12.2030', '2030-02-30 00:00:00', '=1') }),
  fc.record({ column: fc.constant('EID'), cell: fc.oneof(digits(1, 32), signs) }),
  fc.record({
    column: fc.constant('NOTES'),
    cell: fc.integer({ min: 501, max: 6000 }).map((length) => 'n'.repeat(length)),
  }),
  fc.record({ column: fc.constant('GROUP'), cell: fc.constantFrom('none', 'g'.repeat(65)) }),
)

const COLUMNS = ['ICCID', 'IMSI', 'KI', 'OPC', 'PIN1', 'MSISDN', 'EXPIRE_TIME', 'EID', 'NOTES', 'GROUP'] as const

const upload = async (content: string) => {
  const { id, ...staged } = await enterprise.owner.upload(
    source.upload,
    { configurationId },
    { name: 'subscribers.csv', content },
  )
  const { items } = await enterprise.owner.ask(source.rows, { id, limit: 200 })
  return { id, ...staged, rows: items }
}

/** What a row says of its cells but the secret ones. */
const shown = ({ values, faults }: source.SourceRow) => ({
  values,
  faults: faults.filter(({ column }) => !SECRET.includes(column)).map(({ column, rule }) => `${column} ${rule}`),
})

const uploadRows = async (rows: readonly Subscriber[]) =>
  await upload(csvLines([COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))]))

function recordsOf(text: string): string[][] {
  const records: string[][] = []
  readCsv(Buffer.from(text), ({ cells }) => records.push(cells))
  return records
}

test('the file of faulty rows is read as equal rows, and once corrected without a fault', async () => {
  const rows = fc.array(fc.record({ valid, fault }), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(rows, async (generated) => {
      const subscribers = newSubscribers(generated.length)
      const wanted = generated.map(({ valid: { mark, ...more } }, at): Subscriber => {
        const { ICCID, ...others } = subscribers[at]!
        return { ...others, ...more, ICCID: mark(ICCID!) }
      })
      const first = await uploadRows(wanted.map((row, at) => ({ ...row, [columnAt(at)]: generated[at]!.fault.cell })))
      function columnAt(at: number) {
        return generated[at]!.fault.column
      }
      const faulty = first.rows.flatMap(({ faults }, at) => (faults.length > 0 ? at : []))
      fc.pre(faulty.length > 0)
      const { text } = await enterprise.owner.file(source.faults, { id: first.id })

      const again = await upload(text)
      expect(again.rows.map(shown)).toEqual(faulty.map((at) => shown(first.rows[at]!)))

      const [header, ...records] = recordsOf(text)
      const corrected = records.map((cells, index) => {
        const at = faulty[index]!
        return cells.map((cell, column) => {
          const name = header![column] as SourceColumn
          return SECRET.includes(name) || name === columnAt(at) ? (wanted[at]![name] ?? '') : cell
        })
      })
      const last = await upload(csvLines([header!, ...corrected]))
      const whole = await uploadRows(faulty.map((at) => wanted[at]!))
      expect(last.rows.map(shown)).toEqual(whole.rows.map(shown))
      expect(last).toMatchObject({ faulty: 0, total: faulty.length })
      for (const { id } of [first, again, last, whole]) await enterprise.owner.ask(source.discard, { id })
    }),
    { numRuns: 10 },
  )
})
