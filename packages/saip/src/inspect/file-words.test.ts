import { fromHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { describeFile } from './describe-file.ts'

const record = (name: string, hex: string, isOfCsim = false) => {
  const content = fromHex(hex.replaceAll(' ', ''))
  return describeFile({ name, content, recordSize: content.length, isOfCsim })
}
const whole = (name: string, hex: string, isOfCsim = false) =>
  describeFile({ name, content: fromHex(hex.replaceAll(' ', '')), isOfCsim })

describe('the phone book (3GPP TS 31.102, 4.4.2)', () => {
  const alice = '416c696365ffffff'
  const number = '05 91 640721f3ffffffffffff ffff'

  test.each<[string, string, string[]]>([
    ['EF.ADN', `${alice} ${number}`, ['+4670123 (Alice)']],
    ['EF.FDN', 'ffffffff 03 81 11f2ffffffffffffffff ffff', ['112']],
    ['EF.SDN', '48656c70 04 81 1aa232ffffffffffffff ffff', ['*12*23 (Help)']],
    ['EF.BDN', `${alice} ${number} 00`, ['+4670123 (Alice)']],
    ['EF.ADN', `${alice} ff ffffffffffffffffffffff ffff`, []],
    ['EF.ANR', `01 ${number} 0102`, ['+4670123']],
    ['EF.EXT1', '02 02 2143ffffffffffffffff ff', ['Further digits 1234']],
    ['EF.EXT1', '02 02 2143ffffffffffffffff 05', ['Further digits 1234, continued in record 5']],
    ['EF.EXT1', '00 ffffffffffffffffffffff ff', []],
    [
      'EF.PBR',
      'a805c0034f3a01 aa04ca024f50 ffff',
      ['EF.ADN 4F3A: a record for each entry', 'EF.EMAIL 4F50: linked by an identifier in the record'],
    ],
    ['EF.EMAIL', '6140622e6373 ff 01 02', ['a¡b.cs']],
    ['EF.GRP', '0103ff00', ['In groups 1, 3']],
    ['EF.UID', '0102', ['Identifier 258']],
    ['EF.UID', '0000', []],
  ])('a record of %s %s says %j', (name, hex, lines) => {
    expect(record(name, hex)).toEqual(lines)
  })

  test('its counters are numbers', () => {
    expect(whole('EF.PSC', '00000007')).toEqual(['Synchronization counter 7'])
    expect(whole('EF.CC', '0100')).toEqual(['Change counter 256'])
    expect(whole('EF.PUID', '0009')).toEqual(['Last identifier 9'])
  })
})

describe('a CSIM (3GPP2 C.S0065)', () => {
  test('has its own coding of files with the names of the USIM', () => {
    expect(whole('EF.IMSI_M', '00 0c00 155f56 63 80 d100', true)).toEqual(['310001234567890'])
    expect(whole('EF.IMSI_T', '00 0000 000000 00 00 0000', true)).toEqual(['Not programmed'])
    expect(whole('EF.SPN', `01 02 01 41636d65${'ff'.repeat(28)}`, true)).toEqual(['Acme', 'The name is shown at home'])
    expect(whole('EF.CSIM_ST', '0902', true)).toEqual(['Services on: 1, 4, 10'])
    expect(whole('EF.ECC', '11f2ff 19f1ff ffffff', true)).toEqual(['112', '911'])
    expect(whole('EF.ACCOLC', '05', true)).toEqual(['Overload class 5'])
    expect(whole('EF.RUIMID', '04 78563412 ffffff', true)).toEqual(['UIM identifier 12345678'])
  })

  test('has directory numbers in which A is zero', () => {
    expect(record('EF.MDN', '0a 1a32547698ffffff 00', true)).toEqual(['0123456789'])
    expect(record('EF.MDN', '00 ffffffffffffffff 00 00', true)).toEqual([])
  })

  test('has files that are not decoded', () => {
    expect(whole('EF.PRL', '0011', true)).toBeUndefined()
    expect(whole('EF.IMSI_M', '00', false)).toBeUndefined()
  })
})

describe('EF.URSP (3GPP TS 24.526, 5.2)', () => {
  const route = '0015 01 0012 0101 020101 0409 08696e7465726e6574 0803'

  test('has rules with traffic and routes', () => {
    expect(whole('EF.URSP', `80 1f 001d 01 0001 01 0017 ${route}`)).toEqual([
      'Rule 1: all traffic',
      'Route 1: SSC mode 1, slice SST 1, DNN internet, session type IPv4v6',
    ])
    const traffic = '000d 90020108 5001bb 30 06 1e000102'
    expect(whole('EF.URSP', `80 2b 0029 0a ${traffic} 0017 ${route}`)).toEqual([
      'Rule 10: for IMS and internet, port 443, protocol 6, not decoded: 1e000102',
      'Route 1: SSC mode 1, slice SST 1, DNN internet, session type IPv4v6',
    ])
  })

  test('that is cut says so', () => {
    expect(whole('EF.URSP', '80 05 001d 01 0001')).toEqual(['Cannot be read: A rule ends before its length says.'])
  })

  test('that is empty has no rule', () => {
    expect(whole('EF.URSP', 'ffff')).toEqual([])
  })
})

test('the services of 5G ProSe have names', () => {
  expect(whole('EF.5G_PROSE_ST', '05')).toEqual([
    'Service 1 on: 5G ProSe direct discovery',
    'Service 2 off: 5G ProSe direct communication',
    'Service 3 on: 5G ProSe UE-to-network relay',
    'Service 4 off: 5G ProSe remote UE',
    'Service 5 off: 5G ProSe usage information reporting',
  ])
})
