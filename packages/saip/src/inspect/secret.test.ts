import { fromHex, toHex } from '@simwright/asn1'
import { expect, test } from 'vitest'
import { viewPackage } from '../check/package-view.ts'
import { decodeProfile, type ElementOf, encodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { richElements } from '../testing/rich-profile.ts'
import { maskSecrets, secretsOf } from './secret.ts'

/** A package with every kind of secret: each is a run of one byte that occurs nowhere else. */
function packageWithSecrets() {
  const elements = structuredClone(richElements())
  const find = <K extends ProfileElement['kind']>(kind: K) =>
    elements.find((element): element is ElementOf<K> => element.kind === kind)!
  const secrets: string[] = []
  const secret = (size: number) => {
    const bytes = new Uint8Array(size).fill(0xb1 + secrets.length)
    secrets.push(toHex(bytes))
    return bytes
  }
  const aka = find('akaParameter').value.algoConfiguration
  if (aka.kind === 'algoParameter') Object.assign(aka.value, { key: secret(16), opc: secret(16) })
  const pins = find('pinCodes').value.pinCodes
  if (pins.kind === 'pinconfig') pins.value[0]!.pinValue = secret(8)
  find('pukCodes').value.pukCodes[0]!.pukValue = secret(8)
  const domain = find('securityDomain').value
  domain.keyList![0]!.keyComponents[0]!.keyData = secret(16)
  domain.sdPersoData = [secret(20)]
  domain.instance.processData = [secret(20)]
  find('usim').value['ef-keys'] = [{ kind: 'fillFileContent', value: secret(33) }]
  const header = { identification: 400 }
  const authentication = { authenticationKey: secret(8), ssd: secret(16), simpleIPAuthenticationData: secret(12) }
  elements.splice(-1, 0, { kind: 'cdmaParameter', value: { header, ...authentication } })
  elements.splice(-1, 0, {
    kind: 'nonStandard',
    value: { header: { identification: 401 }, issuerID: '1.3.6.1.4.1.99999', content: secret(24) },
  })
  return { upp: encodeProfile(elements), secrets }
}

test('the copy has zeros instead of every key and code, and is otherwise the package', () => {
  const { upp, secrets } = packageWithSecrets()
  const before = toHex(upp)
  const { masked, hidden } = maskSecrets(upp, secretsOf(viewPackage(decodeProfile(upp))))
  const after = toHex(masked)
  expect(secrets).toHaveLength(12)
  for (const secret of secrets) {
    expect(before).toContain(secret)
    expect(after).not.toContain(secret)
    expect(hidden.has(before.indexOf(secret) / 2)).toBe(true)
  }
  expect(toHex(upp)).toBe(before)
  const different = masked.filter((byte, at) => byte !== upp[at])
  expect(different.every((byte) => byte === 0)).toBe(true)
  expect(decodeProfile(masked).map(({ kind }) => kind)).toEqual(decodeProfile(upp).map(({ kind }) => kind))
})

test('content that is not set is not a secret', () => {
  const elements = richElements()
  const count = secretsOf(viewPackage(elements)).length
  const usim = elements.find((element): element is ElementOf<'usim'> => element.kind === 'usim')!
  usim.value['ef-keys'] = [{ kind: 'fillFileContent', value: new Uint8Array(33).fill(0xff) }]
  expect(secretsOf(viewPackage(elements))).toHaveLength(count)
  usim.value['ef-keys'] = [{ kind: 'fillFileContent', value: fromHex('01') }]
  expect(secretsOf(viewPackage(elements))).toHaveLength(count + 1)
})
