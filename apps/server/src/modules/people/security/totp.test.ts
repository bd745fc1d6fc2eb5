import { describe, expect, test } from 'vitest'
import { base32, codeOf, keyUri, stepAt, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B (SHA-1), the last six of its eight digits
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s it is %s', (seconds, code) => {
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
  })

  test('a clock may differ by one step', () => {
    const now = new Date(1_234_567_890_000)
    const at = (steps: number) => stepOfCode(secret, codeOf(secret, stepAt(now) + steps), now)
    expect([at(-1), at(0), at(1)]).toEqual([stepAt(now) - 1, stepAt(now), stepAt(now) + 1])
    expect([at(-2), at(2)]).toEqual([undefined, undefined])
  })

  test.each(['', '12345', '1234567', 'abcdef', '０05924'])('%j is not a code', (code) => {
    expect(stepOfCode(secret, code, new Date(1_234_567_890_000))).toBeUndefined()
  })

  test('a code may be typed with a space', () => {
    expect(stepOfCode(secret, '005 924', new Date(1_234_567_890_000))).toBeDefined()
  })

  // RFC 4648, section 10
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is %j in base 32', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })

  test('the key URI names the portal and the account', () => {
    expect(keyUri(secret, { issuer: 'A & B', account: 'ada@example.com' })).toBe(
      'otpauth://totp/A%20%26%20B:ada%40example.com?issuer=A%20%26%20B&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
    )
  })
})
