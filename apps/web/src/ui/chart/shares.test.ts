import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharesOf } from './shares.ts'

const tenths = (share: string) => Math.round(Number(share) * 10)

describe('shares in percent', () => {
  it.each([
    [
      [1, 1, 1],
      ['34', '33', '33'],
    ],
    [
      [0, 5],
      ['0', '100'],
    ],
    [
      [1, 999_999],
      ['0.1', '99.9'],
    ],
    [
      [2, 2, 2, 994],
      ['0.2', '0.2', '0.2', '99.4'],
    ],
    [
      [0, 0],
      ['0', '0'],
    ],
    [[], []],
  ])('of %j are %j', (counts, shares) => {
    expect(sharesOf(counts)).toEqual(shares)
  })

  it('add up to exactly 100, and differ from the exact share by less than one unit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }), (counts) => {
        const total = counts.reduce((sum, count) => sum + count, 0)
        fc.pre(total > 0)
        const shares = sharesOf(counts)
        expect(shares.reduce((sum, share) => sum + tenths(share), 0)).toBe(1000)
        const unit = shares.some((share) => share.includes('.')) ? 0.1 : 1
        for (const [i, count] of counts.entries()) {
          if (count === 0) expect(Number(shares[i])).toBe(0)
          else expect(Number(shares[i])).toBeGreaterThan(0)
          if (unit === 1) expect(Math.abs(Number(shares[i]) - (count / total) * 100)).toBeLessThan(1)
        }
      }),
    )
  })
})
