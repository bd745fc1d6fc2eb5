import { describe, expect, test } from 'vitest'
import { valuesForType } from './type-change.ts'

const hplmn = [{ plmn: '26201', access: ['GSM', 'E-UTRAN'] }]

describe('another type', () => {
  test('keeps an algorithm that it has, and otherwise gets its first one', () => {
    const algorithmOf = (...change: Parameters<typeof valuesForType>) => valuesForType(...change).algorithm
    expect(algorithmOf('Regular', { algorithm: 'TUAK', hplmn })).toBe('TUAK')
    for (const type of ['Regular', 'Private_LTE', 'Advanced'] as const)
      expect(algorithmOf(type, { algorithm: 'XOR', hplmn })).toBe('MILENAGE')
    expect(algorithmOf('Private_LTE', { algorithm: 'TUAK', hplmn })).toBe('MILENAGE')
    expect(algorithmOf('UPP', { algorithm: 'XOR', hplmn })).toBe('XOR')
  })

  test('keeps only the access technologies that it has', () => {
    const networksOf = (type: 'Private_LTE' | 'Advanced' | 'UPP') =>
      valuesForType(type, { algorithm: 'MILENAGE', hplmn }).hplmn
    expect(networksOf('Private_LTE')).toEqual([{ plmn: '26201', access: ['E-UTRAN'] }])
    expect(networksOf('Advanced')).toEqual(hplmn)
    expect(networksOf('UPP')).toEqual(hplmn)
  })
})
