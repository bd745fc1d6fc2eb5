import { randomBytes } from 'node:crypto'
import { Problem } from '@simwright/contract'
import { nineteenDigitRules, parseIccid } from '@simwright/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Subscriber, subscriberCsv, subscribers } from '../../../testing/subscriber.ts'
import { readCsv } from './csv.ts'
import { cardForm, decidedIccid, stagedIccid } from './iccid.ts'
import { regularNeeds } from './needs.ts'
import { readFile } from './read.ts'
import { FileRefusal } from './refusal.ts'
import type { ParsedRow } from './row.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

async function read(content: string | Uint8Array, needs = regularNeeds): Promise<ParsedRow[]> {
  const rows: ParsedRow[] = []
  const file = new Uint8Array(Buffer.from(content as string))
  await readFile({ file, keys: undefined, now: NOW, needs }, (chunk) => rows.push(...chunk.rows))
  return rows
}

async function refusalOf(content: string | Uint8Array): Promise<Problem> {
  try {
    await read(content)
  } catch (error) {
    if (error instanceof FileRefusal) return new Problem(error.problem, error.values)
    throw error
  }
  throw new Error('the file was not refused')
}

/** The faults of the only row of a file, with these values. */
async function faultsOf(change: Subscriber, needs = regularNeeds): Promise<string[]> {
  const [row] = await read(subscriberCsv([{ ...subscribers(1)[0], ...change }]), needs)
  return row!.faults.map(({ column, text }) => `${column}: ${text}`)
}

describe('the keys of a row', () => {
  const tuak = { ...regularNeeds, algorithm: 'TUAK' } as const
  const long = randomBytes(32).toString('hex')

  test('have the lengths of the algorithm', async () => {
    expect(await faultsOf({ OPC: '', TOPC: long }, tuak)).toEqual([])
    expect(await faultsOf({ OPC: '', TOP: long, KI: long }, { ...tuak, kiBytes: 32 })).toEqual([])
    expect(await faultsOf({ OPC: '', TOPC: long }, { ...tuak, kiBytes: 32 })).toEqual([
      'KI: Must be 64 hexadecimal digits; this has 32.',
    ])
    expect(await faultsOf({ OPC: '', TOPC: long.slice(2) }, tuak)).toEqual([
      'TOPC: Must be 64 hexadecimal digits; this has 62.',
    ])
    expect(await faultsOf({ OPC: '', TOPC: long, TOP: long }, tuak)).toEqual(['TOP: Give TOPC or TOP, not both.'])
  })

  test('of another algorithm are refused, and those of the own one required', async () => {
    expect(await faultsOf({ TOPC: long })).toEqual([
      'TOPC: Leave empty: this profile configuration does not use the column.',
    ])
    expect(await faultsOf({ OPC: '', TOPC: '' }, tuak)).toEqual(['TOPC: Required'])
    expect(await faultsOf({ OPC: '' }, { ...regularNeeds, algorithm: 'XOR' })).toEqual([])
  })
})

test('a text of a row can be as long as its field', async () => {
  const needs = { ...regularNeeds, ownColumns: 'PROFILE_NAME SPN' }
  const long = { PROFILE_NAME: 'p'.repeat(64), SPN: 's'.repeat(32) }
  expect(await faultsOf(long, needs)).toEqual([])
  expect(await faultsOf({ PROFILE_NAME: `${long.PROFILE_NAME}p`, SPN: `${long.SPN}s` }, needs)).toHaveLength(2)
})

describe('a file is refused as a whole', () => {
  const header = 'ICCID,IMSI,KI,OPC'
  const [row] = subscriberCsv(subscribers(1)).split('\n').slice(1)
  const cases: [name: string, content: string | Uint8Array, code: string, text: string | RegExp][] = [
    ['that is empty', '', '13001', 'The file is empty.'],
    ['with blanks only', '\uFEFF \r\n \n', '13001', 'The file is empty.'],
    [
      'with a header only',
      `${header}\n\n,,,\n`,
      '13022',
      'The file has a header, but no rows. Add a row for each profile.',
    ],
    ['whose first line is a record', `${row}\n`, '13002', /^Line 1 is not a header: it contains none of the columns/],
    ['with an unknown column', `${header},SHOE\n${row},42`, '13004', /^The column "SHOE" in line 1 is not known/],
    [
      'with an unknown column, listing all columns',
      `${header},SHOE\n${row},42`,
      '13004',
      /MSISDN, IMPI, IMPU, C9, PIN1/,
    ],
    ['with a repeated column', `${header},Ki\n${row},00`, '13005', 'The column KI appears twice in line 1.'],
    ['without the ICCID', 'IMSI,KI,OPC\n1,2,3', '13003', 'The column ICCID is missing in line 1.'],
    ['without OPC and OP', 'ICCID,IMSI,KI\n1,2,3', '13003', 'The column OPC is missing in line 1.'],
    [
      'in Latin-1',
      Buffer.from(`${header},NOTES\n${row},Zoe\n${row},Zo\xeb`, 'latin1'),
      '13011',
      /^Line 3 contains bytes that are not UTF-8/,
    ],
    ['in UTF-16', Buffer.from(`\uFEFF${header}\n${row}`, 'utf16le'), '13013', /UTF-16 text/],
    ['with a NUL', `${header}\n${row}\n${row}\0`, '13012', 'Line 3 is not well-formed CSV: it holds a NUL character.'],
    ['with an open quote', `${header}\n"${row}\n`, '13012', /^Line 2 is not well-formed CSV: a quote is opened/],
    ['with text after a quote', `${header}\n${row}\n"1"2,,,`, '13012', /^Line 3 .* text follows a closing quote/],
    [
      'that is a broken Excel workbook',
      Buffer.from('PK\x03\x04....xl/workbook.xml'),
      '13043',
      /cannot be read: it is cut off/,
    ],
    ['that is a ZIP archive', Buffer.from('PK\x03\x04....a.csv'), '13013', /ZIP archive/],
    ['that is a picture', Buffer.from('89504e470d0a1a0a', 'hex'), '13013', /picture/],
    ['that is a PGP key', '-----BEGIN PGP PUBLIC KEY BLOCK-----\n', '13013', /it is an OpenPGP public key block/],
  ]
  test.each(cases)('%s', async (_name, content, code, text) => {
    const refused = await refusalOf(content)
    expect({ code: refused.code, status: refused.status >= 400 && refused.status < 500 }).toEqual({
      code,
      status: true,
    })
    if (typeof text === 'string') expect(refused.message).toBe(text)
    else expect(refused.message).toMatch(text)
  })

  test.each([
    ['', ''],
    [' with quotes', '"1",2\n'],
  ])('with more records than the limit%s, but not with exactly as many', (_name, first) => {
    const file = (records: number) => Buffer.from(`ICCID,IMSI\n${first}${'1,2\n'.repeat(records)} , \n,\n\n`)
    const records = 1_000 - Number(first !== '')
    let read = -1
    readCsv(file(records), () => read++, 1_000)
    expect(read).toBe(1_000)
    expect(() => readCsv(file(records + 1), () => {}, 1_000)).toThrow('rows_too_many')
  })
})

describe('a cell is checked by the rule of its column', () => {
  const cases: [change: Subscriber, ...faults: string[]][] = [
    [{ ICCID: '89445000000000000' }, 'ICCID: Must be 18 to 20 digits; this has 17.'],
    [
      { ICCID: '89445000000000000002' },
      'ICCID: Invalid ICCID. The last digit is not the Luhn check digit of the others.',
    ],
    [
      { ICCID: '8.98E+18' },
      'ICCID: Invalid ICCID. Damaged by a spreadsheet: digits of this number are lost. Format the column as text and enter it again.',
    ],
    [{ ICCID: '=8944500000000000000' }, 'ICCID: Invalid ICCID. Digits only.'],
    [{ ICCID: '' }, 'ICCID: Required'],
    [{ IMSI: '460001234567890' }, 'IMSI: 460 IMSI is not allowed.'],
    [
      { IMSI: '4.6E+14' },
      'IMSI: Invalid IMSI. Damaged by a spreadsheet: digits of this number are lost. Format the column as text and enter it again.',
    ],
    [{ IMSI: '99970000000000' }, 'IMSI: Must be 15 digits; this has 14.'],
    [{ IMSI: '@SUM(A1:A9)' }, 'IMSI: Invalid IMSI. Digits only.'],
    [{ KI: '0123456789ABCDEF0123456789ABCDE' }, 'KI: Must be 32 hexadecimal digits; this has 31.'],
    [{ KI: '0123456789ABCDEF0123456789ABCDEG' }, 'KI: Invalid KI. Hex digits only (0-9, A-F).'],
    [{ KI: '0'.repeat(32) }, 'KI: The key is a pattern and not random.'],
    [
      { OPC: '66778899AABBCCDD1122334455EEFF10' },
      'OPC: The key is publicly known: the sample profile of the package format and TS.48.',
    ],
    [{ OPC: '', OP: '' }, 'OPC: Required'],
    [{ OP: `${'8F'.repeat(8)}1234567890ABCDEF` }, 'OP: Give OPC or OP, not both.'],
    [{ MSISDN: '1234567890123456' }, 'MSISDN: Must be up to 15 digits; this has 16.'],
    [{ PIN1: '123' }, 'PIN1: Must be 4 to 8 digits; this has 3.'],
    [{ PUK1: '1234567' }, 'PUK1: Must be 8 digits; this has 7.'],
    [{ ADM1: '=1+1' }, 'ADM1: Invalid ADM1. Digits only.'],
    [{ CONFIRMATION_CODE: '123456789' }, 'CONFIRMATION_CODE: Must be 4 to 8 digits; this has 9.'],
    [{ EXPIRE_TIME: '31.12.2030' }, 'EXPIRE_TIME: Invalid EXPIRE_TIME. Write it as yyyy-MM-dd HH:mm:ss, in UTC.'],
    [
      { EXPIRE_TIME: '2031-02-30 00:00:00' },
      'EXPIRE_TIME: Invalid EXPIRE_TIME. Write it as yyyy-MM-dd HH:mm:ss, in UTC.',
    ],
    [{ EXPIRE_TIME: '2020-01-01 00:00:00' }, 'EXPIRE_TIME: Invalid EXPIRE_TIME. It is in the past.'],
    [
      { EID: '89049032123451234512345678901236' },
      'EID: Invalid EID. The last two digits are not the check digits of the others.',
    ],
    [{ IMPI: 'a@b' }, 'IMPI: Leave empty: this profile configuration does not use the column.'],
    [{ GROUP: 'x'.repeat(65) }, 'GROUP: Up to 64 characters.'],
    [{ GROUP: 'None' }, 'GROUP: Invalid GROUP. "none" is reserved for profiles without a group.'],
    [{ C9: '00' }, 'C9: Leave empty: this profile configuration does not use the column.'],
    [
      { KI: '5122250214c33e723a5dd523fc145fc0', OPC: '981d464c7c52eb6e5036234984ad0bcf' },
      'KI: The key is a published test vector of 3GPP TS 35.208.',
      'OPC: The key is a published test vector of 3GPP TS 35.208.',
    ],
    [{ GROUP: 'gpj\u202Eexe.' }, 'GROUP: Must not contain characters that change the direction of the text.'],
    [{ NOTES: '\u2066a\u2069' }, 'NOTES: Must not contain characters that change the direction of the text.'],
    [{ NOTES: 'x'.repeat(501) }, 'NOTES: Up to 500 characters.'],
    [{ NOTES: 'x'.repeat(5000) }, 'NOTES: Up to 4096 characters.'],
  ]
  test.each(cases)('%j', async (change, ...faults) => {
    expect(await faultsOf(change)).toEqual(faults)
  })

  const valid: Subscriber[] = [
    { ICCID: '8944500000000000000' },
    { OPC: '', OP: `${'8F'.repeat(8)}1234567890ABCDEF` },
    { KI: '7d3e91c4a5084fb26e1a97c3d0528bf6', OPC: '298cbe9bc24cbac6538e9afbd1056a00' },
    { MSISDN: '+447700900123', SMSP: '+447785016005', PIN1: '1234', PUK1: '12345678' },
    { EID: '89049032123451234512345678901235', EXPIRE_TIME: '2031-12-31 23:59:59', IMPI: '' },
    { NOTES: '=1+1' },
  ]
  test.each(valid)('%j is accepted', async (change) => {
    expect(await faultsOf(change)).toEqual([])
  })
})

const needs = { leastDigits: 18, prefix: '' }

test('an ICCID that is written to the file of faulty rows is read as the same card, whatever the setting is', () => {
  const digits = fc
    .integer({ min: 18, max: 19 })
    .chain((length) => fc.stringMatching(new RegExp(`^89[0-9]{${length - 2}}$`)))
  const given = fc.oneof(
    digits,
    digits.map((text) => text.padEnd(20, 'F')),
    digits.map((text) => parseIccid(text)),
  )
  const rule = fc.constantFrom(...nineteenDigitRules)
  fc.assert(
    fc.property(given, rule, rule, (cell, answer, setting) => {
      const staged = stagedIccid(cell, needs).value
      const card = cardForm(staged, answer)
      expect(cardForm(stagedIccid(decidedIccid(staged, answer), needs).value, setting)).toBe(card)
      expect(parseIccid(card)).toBe(parseIccid(cell))
    }),
  )
})
