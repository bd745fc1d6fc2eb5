import { describe, expect, test } from 'vitest'
import { maskCode, maskNumber, maskText } from './privacy.ts'

const MATCHING_ID = '0F3C11AA5B7D4E0099887766554433FF'

describe('the privacy switch', () => {
  test('keeps the last four digits of a long number and none of a short one', () => {
    expect(maskNumber('8944012345678901234')).toBe('••••••1234')
    expect(maskNumber('89049032000000000000000000001234')).toBe('••••••1234')
    expect(maskNumber('4477009')).toBe('••••••')
    expect(maskNumber('')).toBe('')
  })

  test('keeps only the address of an activation code or link', () => {
    expect(maskCode(`LPA:1$rsp.example.com$${MATCHING_ID}`)).toBe('LPA:1$rsp.example.com$••••••')
    expect(maskCode(`LPA:1$rsp.example.com$${MATCHING_ID}$1.2.3$1`)).toBe('LPA:1$rsp.example.com$••••••')
    expect(maskCode('https://portal.example.com/ac/Zx81_k')).toBe('https://portal.example.com/ac/••••••')
    expect(maskCode(MATCHING_ID)).toBe('••••••')
  })

  test('masks identifiers and codes in a sentence, and nothing else', () => {
    expect(maskText('The ICCID 8944012345678901234 is not available.')).toBe('The ICCID ••••••1234 is not available.')
    expect(maskText(`Code LPA:1$a.b$${MATCHING_ID} and ${MATCHING_ID}`)).toBe('Code LPA:1$a.b$•••••• and ••••••')
    expect(maskText('40 of 10,000 rows, batch B20261122, from 192.0.2.10')).toBe(
      '40 of 10,000 rows, batch B20261122, from 192.0.2.10',
    )
  })
})
