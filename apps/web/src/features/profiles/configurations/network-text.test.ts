import { describe, expect, test } from 'vitest'
import { lineOfNetwork, readNetworks, writeNetworks } from './network-text.ts'

const all = ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN']

describe('networks as text, one a line', () => {
  test('a network without access technologies is used over all of them', () => {
    expect(readNetworks('23415')).toEqual([{ plmn: '23415', access: all }])
  })

  test('technologies may bear the names that people give them', () => {
    expect(readNetworks('310-410, lte; 5G\n26201\t3g umts')).toEqual([
      { plmn: '310410', access: ['E-UTRAN', 'NG-RAN'] },
      { plmn: '26201', access: ['UTRAN'] },
    ])
  })

  test('what is no network or technology stays, so that the rules refuse it', () => {
    expect(readNetworks('abc WIFI')).toEqual([{ plmn: 'abc', access: ['WIFI'] }])
  })

  test('a fault is found in its line, blank lines counted', () => {
    const text = '23415\n\n  \n26201 LTE'
    expect(readNetworks(text)).toHaveLength(2)
    expect(lineOfNetwork(text, 1)).toBe(4)
  })

  test('what is written is read again as it was', () => {
    const networks = [
      { plmn: '23415', access: all },
      { plmn: '310410', access: ['E-UTRAN'] },
    ]
    expect(writeNetworks(networks)).toBe('23415\n310410 E-UTRAN')
    expect(readNetworks(writeNetworks(networks))).toEqual(networks)
  })
})
