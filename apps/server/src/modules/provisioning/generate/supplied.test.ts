import { fromHex, toHex } from '@simwright/asn1'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { parseStored } from '@simwright/contract/profiles/configuration'
import { parseIccid, parseImsi } from '@simwright/ids'
import { buildProfile, decodeProfile, type ProfileKeys } from '@simwright/saip'
import { describe, expect, test } from 'vitest'
import { packageConfig } from '../../profiles/configurations/service.ts'
import { readSuppliedPackage } from './supplied.ts'

const iccid = parseIccid('8988211000000001234')
const imsi = parseImsi('999700000000001')
const key = fromHex('3fd61c0874ab925ec1e07f48b3962a5d')
const keys: ProfileKeys = {
  iccid,
  imsi,
  ki: key,
  opc: key.toReversed(),
  pin1: '2580',
  pin2: '2580',
  puk1: '25801470',
  puk2: '25801470',
  adm1: '25801470',
  ota: { kic: key, kid: key, kik: key },
  scp03: { enc: key, mac: key, dek: key },
}
const fields: StoredFields = parseStored({
  name: 'Own',
  type: 'Conformance_Test',
  profileName: 'Own package',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
})
const upp = buildProfile(packageConfig(fields), keys)
const published = buildProfile(packageConfig(fields), { ...keys, ki: fromHex('465b5ce8b199b49faa5f0a2ee238a6bc') })
/** The keys of its security domain are those of the specification's sample. */
const ofSample = buildProfile(packageConfig(fields), {
  ...keys,
  ota: { ...keys.ota, kid: fromHex('66778899aabbccdd1122334455eeff10') },
})
const wanted = { iccid, imsi, trust: 'live' } as const

const faultOf = (text: string, more: Partial<Parameters<typeof readSuppliedPackage>[1]> = {}) => {
  const read = readSuppliedPackage(text, { ...wanted, ...more })
  return 'faults' in read ? read.faults.map(({ path, text: reason }) => `${path}: ${reason}`) : []
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

describe('a supplied package', () => {
  test('is read from hexadecimal and Base64, with white space', () => {
    for (const text of [toHex(upp), toHex(upp).toUpperCase(), base64(upp), base64(upp).replace(/(.{64})/g, '$1\n')]) {
      const read = readSuppliedPackage(text, wanted)
      expect('upp' in read && toHex(read.upp)).toBe(toHex(upp))
    }
  })

  test('of another ICCID or IMSI is refused, naming both', () => {
    const [other] = [parseIccid('8988211000000001242')]
    expect(faultOf(toHex(upp), { iccid: other })).toEqual([
      `upp: The package is for the ICCID ${iccid}, not for ${other}.`,
    ])
    expect(faultOf(toHex(upp), { imsi: '999700000000002' })).toEqual([
      `upp: The package is for the IMSI ${imsi}, not for 999700000000002.`,
    ])
  })

  test('that is cut off is refused, with the byte at which its broken part begins', () => {
    const elements = decodeProfile(upp)
    const last = elements.at(-2)!
    const [fault] = faultOf(toHex(upp.subarray(0, last.offset + 5)))
    expect(fault).toContain(`(byte ${last.offset})`)
  })

  test('with an unknown mandatory element is refused', () => {
    const end = decodeProfile(upp).at(-1)!
    // tag [APPLICATION 30] of no version, with a header that says it is mandatory
    const unknown = fromHex('bf3e08a0068000810200e7')
    const changed = Buffer.concat([upp.subarray(0, end.offset), unknown, upp.subarray(end.offset)])
    expect(faultOf(toHex(changed)).join()).toMatch(/mandatory|not supported|unknown/i)
  })

  test('with published keys is refused on a live issuer only', () => {
    expect(faultOf(toHex(published))).toEqual(['upp: The key is a published test vector of 3GPP TS 35.208.'])
    expect(faultOf(toHex(published), { trust: 'test' })).toEqual([])
    expect(faultOf(toHex(ofSample))).toEqual([
      'upp: Security domain: The key is publicly known: the sample profile of the package format and TS.48.',
    ])
    expect(faultOf(toHex(ofSample), { trust: 'test' })).toEqual([])
  })

  test.each([
    ['no text of bytes', 'not a package', 'Neither hexadecimal nor Base64.'],
    ['nothing', ' \n', 'Required'],
    ['2 MB', 'A0'.repeat(2_000_000), 'Up to 256 KiB.'],
  ])('of %s is refused', (_, text, reason) => {
    expect(faultOf(text)).toEqual([`upp: ${reason}`])
  })
})
