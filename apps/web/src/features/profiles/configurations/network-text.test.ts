import { describe, expect, test } from 'vitest'
import { formatNetworks, lineOfNetwork, networkReader, readNetworks } from './network-text.ts'

const all = ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN']

describe('networks as text, one per line', () => {
  test('a network without access technologies has all of them', () => {
    expect(readNetworks('23415')).toEqual([{ plmn: '23415', access: all }])
  })

  test('technologies can have their common names', () => {
    expect(readNetworks('310-410, lte; 5G\n26201\t3g umts')).toEqual([
      { plmn: '310410', access: ['E-UTRAN', 'NG-RAN'] },
      { plmn: '26201', access: ['UTRAN'] },
    ])
  })

  test('invalid networks and technologies are retained, so that validation refuses them', () => {
    expect(readNetworks('abc WIFI')).toEqual([{ plmn: 'abc', access: ['WIFI'] }])
  })

  test('the line number of a network counts blank lines', () => {
    const text = '23415\n\n  \n26201 LTE'
    expect(readNetworks(text)).toHaveLength(2)
    expect(lineOfNetwork(text, 1)).toBe(4)
  })

  test('formatted networks are read back unchanged', () => {
    const networks = [
      { plmn: '23415', access: all },
      { plmn: '310410', access: ['E-UTRAN'] },
    ]
    expect(formatNetworks(networks)).toBe('23415\n310410 E-UTRAN')
    expect(readNetworks(formatNetworks(networks))).toEqual(networks)
  })

  test('of a text that is read again, unchanged lines give the same objects', () => {
    const initial = { plmn: '26201', access: ['E-UTRAN'] }
    const read = networkReader([initial])
    const first = read('23415\n\n26201 E-UTRAN\n23415')
    expect(first).toEqual(readNetworks('23415\n\n26201 E-UTRAN\n23415'))
    expect(first[1]).toBe(initial)
    const second = read('310410 LTE\n23415\n26201 E-UTRAN')
    expect(second).toEqual(readNetworks('310410 LTE\n23415\n26201 E-UTRAN'))
    expect(second[1]).toBe(first[0])
    expect(second[2]).toBe(initial)
  })
})
