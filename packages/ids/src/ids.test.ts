import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeEidCheckDigits,
  countryOfImsi,
  countryOfMcc,
  countryOfPlmn,
  eidFromBytes,
  eidToBytes,
  formatActivationCode,
  formatEid,
  formatMsisdn,
  formatPlmn,
  IdError,
  iccidAt,
  iccidFromBytes,
  iccidToBytes,
  iccidToUnswappedBytes,
  imeiFromBytes,
  imeiToBytes,
  imsiAt,
  isActivationCode,
  isConfirmationCode,
  isEid,
  isHex,
  isIccid,
  isImei,
  isImsi,
  isMatchingId,
  isMsisdn,
  isPlmn,
  isTac,
  mccOf,
  mncOf,
  parseActivationCode,
  parseConfirmationCode,
  parseEid,
  parseHex,
  parseIccid,
  parseImei,
  parseImsi,
  parseMatchingId,
  parseMsisdn,
  parsePlmn,
  parseTac,
  plmnFromBytes,
  plmnToBytes,
  tacFromBytes,
  tacOf,
  tacToBytes,
} from './index.ts'

function refusal(act: () => unknown): IdError {
  try {
    act()
  } catch (error) {
    if (error instanceof IdError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const digits = (length: number) =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((all) => all.join(''))

describe('ICCID', () => {
  test('of 20 digits ends in its Luhn digit', () => {
    expect(parseIccid('89490200001322112239')).toBe('89490200001322112239')
    expect(parseIccid('89000123456789012341')).toBe('89000123456789012341')
  })

  test('of 19 digits gets its Luhn digit', () => {
    expect(parseIccid('8949020000132211223')).toBe('89490200001322112239')
    expect(parseIccid(' 8949020000132211223 ')).toBe('89490200001322112239')
  })

  test.each([
    ['89490200001322112233', 'check_digit'],
    ['', 'required'],
    ['   ', 'required'],
    ['89490200001322112', 'length'],
    ['894902000013221122331', 'length'],
    ['8949020000132211223X', 'characters'],
    ['8949F0200001322112233', 'characters'],
    ['٨٩٤٩٠٢٠٠٠٠١٣٢٢١١٢٢٣', 'characters'],
    ['8.98E+18', 'spreadsheet'],
    ['8,949020000132E+19', 'spreadsheet'],
    ['8.98e18', 'spreadsheet'],
    ['########', 'spreadsheet'],
  ])('%j is refused as %s', (text, code) => {
    expect(refusal(() => parseIccid(text)).code).toBe(code)
    expect(isIccid(text)).toBe(false)
  })

  test('damaged by a spreadsheet is reported with what to do', () => {
    expect(refusal(() => parseIccid('8.98E+18')).message).toMatch(
      /^Damaged by a spreadsheet: .*Format the column as text/,
    )
  })

  test('with any single wrong digit is refused', () => {
    fc.assert(
      fc.property(digits(19), fc.nat(19), fc.integer({ min: 1, max: 9 }), (body, at, step) => {
        const iccid = parseIccid(body)
        const wrong = (Number(iccid[at]) + step) % 10
        expect(isIccid(iccid.slice(0, at) + wrong + iccid.slice(at + 1))).toBe(false)
      }),
    )
  })

  test('is written with swapped nibbles, 19 digits padded with F', () => {
    expect(hex(iccidToBytes('89490200001322112239'))).toBe('98942000003122112293')
    expect(hex(iccidToBytes('8949020000132211223'))).toBe('989420000031221122f3')
    expect(hex(iccidToUnswappedBytes('89490200001322112239'))).toBe('89490200001322112239')
    expect(hex(iccidToUnswappedBytes('8949020000132211223'))).toBe('8949020000132211223f')
  })

  test('is decoded from its bytes without the padding', () => {
    fc.assert(
      fc.property(fc.oneof(digits(18), digits(19), digits(20)), (text) => {
        expect(iccidFromBytes(iccidToBytes(text))).toBe(text)
      }),
    )
    expect(refusal(() => iccidFromBytes(bytes('9894'))).code).toBe('length')
    expect(refusal(() => iccidFromBytes(bytes('98942000f03122112233'))).code).toBe('characters')
    expect(refusal(() => iccidFromBytes(new Uint8Array(10).fill(255))).code).toBe('length')
  })

  test('in a range increments the digits before the check digit', () => {
    const first = parseIccid('8949020000132211998')
    expect(iccidAt(first, 0)).toBe(first)
    expect(iccidAt(first, 5)).toBe(parseIccid('8949020000132212003'))
    expect(refusal(() => iccidAt(parseIccid('9'.repeat(19)), 1)).code).toBe('range')
  })
})

describe('IMSI', () => {
  test('has 15 digits', () => {
    expect(parseImsi('001010123456063')).toBe('001010123456063')
  })

  test('beginning with 460 is not allowed', () => {
    const error = refusal(() => parseImsi('460011234567890'))
    expect([error.code, error.message]).toEqual(['forbidden', '460 IMSI is not allowed.'])
  })

  test.each([
    ['00101012345606', 'length'],
    ['0010101234560631', 'length'],
    ['00101012345606x', 'characters'],
    ['1.01E+12', 'spreadsheet'],
    ['', 'required'],
  ])('%j is refused as %s', (text, code) => {
    expect(refusal(() => parseImsi(text)).code).toBe(code)
    expect(isImsi(text)).toBe(false)
  })

  test('in a range keeps its country code', () => {
    expect(imsiAt(parseImsi('001010000000099'), 2)).toBe('001010000000101')
    expect(refusal(() => imsiAt(parseImsi('001999999999999'), 1)).code).toBe('range')
  })
})

describe('EID', () => {
  const eid = '89049032123451234512345678901235'

  test('of the SGP.26 test eUICC is accepted, also in groups of digits', () => {
    expect(parseEid(eid)).toBe(eid)
    expect(parseEid('89049032 12345123 45123456 78901235')).toBe(eid)
    expect(formatEid(parseEid(eid))).toBe('89049032 12345123 45123456 78901235')
  })

  test('gets check digits that make it 1 modulo 97', () => {
    expect(computeEidCheckDigits(eid.slice(0, 30))).toBe('35')
    fc.assert(
      fc.property(digits(30), (first30) => {
        const whole = first30 + computeEidCheckDigits(first30)
        expect(BigInt(whole) % 97n).toBe(1n)
        expect(isEid(whole)).toBe(true)
        expect(isEid(first30 + String((Number(whole.slice(30)) + 1) % 100).padStart(2, '0'))).toBe(false)
      }),
    )
  })

  test.each([
    ['89049032123451234512345678901236', 'check_digit'],
    ['98049032123451234512345678901235', 'check_digit'],
    ['8904903212345123451234567890123', 'length'],
    ['8904903212345123451234567890123x', 'characters'],
    ['8.9049E+31', 'spreadsheet'],
  ])('%s is refused as %s', (text, code) => {
    expect(refusal(() => parseEid(text)).code).toBe(code)
  })

  test('is encoded in 16 bytes in reading order', () => {
    expect(hex(eidToBytes(parseEid(eid)))).toBe(eid)
    expect(eidFromBytes(bytes(eid))).toBe(eid)
    expect(refusal(() => eidFromBytes(bytes(eid.slice(2)))).code).toBe('length')
  })
})

describe('PLMN', () => {
  test.each([
    ['00101', '00f110', '001-01'],
    ['23415', '32f451', '234-15'],
    ['310410', '130014', '310-410'],
  ])('%s is %s on the card', (text, card, shown) => {
    const plmn = parsePlmn(text)
    expect(hex(plmnToBytes(plmn))).toBe(card)
    expect(plmnFromBytes(bytes(card))).toBe(text)
    expect(formatPlmn(plmn)).toBe(shown)
    expect(mccOf(plmn) + mncOf(plmn)).toBe(text)
  })

  test.each(['', '0010', '0010101', '001-1', '1.0E+5'])('%j is refused', (text) => {
    expect(isPlmn(text)).toBe(false)
  })

  test('bytes that hold no digits are refused', () => {
    expect(refusal(() => plmnFromBytes(bytes('ffffff'))).code).toBe('characters')
    expect(refusal(() => plmnFromBytes(bytes('00f1'))).code).toBe('length')
  })

  test('has a country, unless it is a test, international or private network', () => {
    expect([countryOfPlmn(parsePlmn('26202')), countryOfImsi(parseImsi('234150000000000'))]).toEqual(['DE', 'GB'])
    expect(['001', '901', '999', '000'].map(countryOfMcc)).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('MSISDN', () => {
  test('has up to 15 digits and may begin with a plus', () => {
    expect(parseMsisdn('+447700900123')).toBe('447700900123')
    expect(formatMsisdn(parseMsisdn('447700900123'))).toBe('+447700900123')
  })

  test.each(['', '+', '++1', '1234567890123456', '4.477E+11'])('%j is refused', (text) => {
    expect(isMsisdn(text)).toBe(false)
  })
})

describe('IMEI and TAC', () => {
  test('an IMEI ends in its Luhn digit and begins with the TAC', () => {
    const imei = parseImei('490154203237518')
    expect(parseImei('49015420323751')).toBe(imei)
    expect(tacOf(imei)).toBe('49015420')
    expect(refusal(() => parseImei('490154203237519')).code).toBe('check_digit')
    expect(isImei('4901542032375')).toBe(false)
  })

  test('an IMEI is encoded with its check digit in the high nibble of the last byte; decoding also accepts the low one', () => {
    const imei = parseImei('490154203237518')
    expect(hex(imeiToBytes(imei))).toBe('941045022373158f')
    expect(imeiFromBytes(bytes('941045022373158f'))).toBe(imei)
    expect(imeiFromBytes(bytes('94104502237315f8'))).toBe(imei)
    expect(imeiFromBytes(bytes('94104502237315ff'))).toBe(imei)
    expect(refusal(() => imeiFromBytes(bytes('9410450223731587'))).code).toBe('check_digit')
    expect(refusal(() => imeiFromBytes(bytes('94104502237315'))).code).toBe('length')
  })

  test('a TAC has 8 digits', () => {
    expect(hex(tacToBytes(parseTac('35123456')))).toBe('53214365')
    expect(tacFromBytes(bytes('53214365'))).toBe('35123456')
    expect(['3512345', '351234567', '3512345a'].map(isTac)).toEqual([false, false, false])
  })
})

describe('keys in hex', () => {
  test('have exactly the number of bytes required', () => {
    expect(hex(parseHex('465B5CE8B199B49FAA5F0A2EE238A6BC', 16))).toBe('465b5ce8b199b49faa5f0a2ee238a6bc')
    expect(parseHex('0a', { min: 1, max: 20 })).toEqual(Uint8Array.of(10))
    expect(parseHex('1E762185184642170058041598545251', 16)[0]).toBe(0x1e)
  })

  test.each([
    ['465B5CE8B199B49FAA5F0A2EE238A6B', 16, 'length'],
    ['465B5CE8B199B49FAA5F0A2EE238A6BC00', 16, 'length'],
    ['465B5CE8B199B49FAA5F0A2EE238A6BG', 16, 'characters'],
    ['1.1223344556678E+29', 16, 'spreadsheet'],
    ['', 16, 'required'],
    ['abc', { min: 1, max: 20 }, 'length'],
  ] as const)('%s is refused as %s', (text, count, code) => {
    expect(refusal(() => parseHex(text, count)).code).toBe(code)
    expect(isHex(text, count)).toBe(false)
  })
})

test('a confirmation code has 4 to 8 digits', () => {
  expect([parseConfirmationCode('0000'), parseConfirmationCode('12345678')]).toEqual(['0000', '12345678'])
  expect(['123', '123456789', '12a4', ''].map(isConfirmationCode)).toEqual([false, false, false, false])
})

test('a matching ID has upper-case letters, digits and hyphens, or is empty', () => {
  expect(['', '04386-AGYFT-A74Y8-3F815'].map(parseMatchingId)).toEqual(['', '04386-AGYFT-A74Y8-3F815'])
  expect(['abc', 'A B', 'A$B', 'A/B', 'A\n', 'Ä', 'A'.repeat(256)].map(isMatchingId)).not.toContain(true)
})

describe('activation code', () => {
  test.each([
    ['LPA:1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815', undefined, false],
    ['LPA:1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$$1', undefined, true],
    ['LPA:1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746', '1.3.6.1.4.1.31746', false],
    ['LPA:1$SMDP.GSMA.COM$04386-AGYFT-A74Y8-3F815$1.3.6.1.4.1.31746$1', '1.3.6.1.4.1.31746', true],
  ])('%s is parsed and formatted', (text, oid, confirmationCodeRequired) => {
    const code = parseActivationCode(text)
    expect([code.host, code.matchingId]).toEqual(['SMDP.GSMA.COM', '04386-AGYFT-A74Y8-3F815'])
    expect([code.oid, code.confirmationCodeRequired]).toEqual([oid, confirmationCodeRequired])
    expect(formatActivationCode(code)).toBe(text)
    expect(parseActivationCode(text.slice(4))).toEqual(code)
  })

  test('may have a port, an empty matching ID, and fields of later versions', () => {
    expect(parseActivationCode('lpa:1$localhost:8443$')).toMatchObject({ host: 'localhost:8443', matchingId: '' })
    expect(parseActivationCode('1$a.b$C$1.2$1$81370F$1')).toMatchObject({ oid: '1.2', confirmationCodeRequired: true })
    expect(parseActivationCode('1$a.b$C$$0').confirmationCodeRequired).toBe(false)
  })

  test.each([
    ['', 'required'],
    ['LPA:', 'format'],
    ['LPA:2$a.b$C', 'format'],
    ['LPA:1$a.b', 'format'],
    ['LPA:1$$C', 'format'],
    ['LPA:1$https://a.b$C', 'format'],
    ['LPA:1$a.b.$C', 'format'],
    ['LPA:1$-a.b$C', 'format'],
    ['LPA:1$a.b:0$C', 'format'],
    ['LPA:1$a.b:65536$C', 'format'],
    ['LPA:1$a_b$C', 'format'],
    ['LPA:1$a.b$c', 'characters'],
    ['LPA:1$a.b$C$x', 'format'],
    ['LPA:1$a.b$C$$2', 'format'],
    [`LPA:1$a.b$${'C'.repeat(250)}`, 'length'],
  ])('%s is refused as %s', (text, code) => {
    expect(refusal(() => parseActivationCode(text)).code).toBe(code)
    expect(isActivationCode(text)).toBe(false)
  })

  test('is not formatted with an invalid field or beyond 255 characters', () => {
    const matchingId = parseMatchingId('A'.repeat(240))
    const code = { host: 'a.b', matchingId, confirmationCodeRequired: false }
    expect(formatActivationCode(code)).toHaveLength(250)
    expect(refusal(() => formatActivationCode({ ...code, host: 'long.example.com' })).code).toBe('length')
    expect(refusal(() => formatActivationCode({ ...code, host: 'a$b' })).code).toBe('format')
    expect(refusal(() => formatActivationCode({ ...code, oid: '1.02' })).code).toBe('format')
  })
})
