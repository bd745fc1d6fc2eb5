import { fromHex } from '@simwright/asn1'
import { expect, test } from 'vitest'
import { decodeProfile, type ElementOf, type ProfileElement } from '../codec/profile-element.ts'
import { richElements } from '../testing/rich-profile.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { checkProfile } from './check-profile.ts'

const find = <K extends ProfileElement['kind']>(elements: readonly ProfileElement[], kind: K) =>
  elements.find((element): element is ElementOf<K> => element.kind === kind)!

test("the specification's sample profile has no errors, only services without files and public keys", () => {
  const findings = checkProfile(decodeProfile(fromHex(sampleProfileHex)))
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(findings.map(({ text }) => text)).toContain('Service 45 of EF.UST is on, but there is no EF.PNN.')
  expect(findings.map(({ text }) => text)).toContain('A security domain has a key that is not random.')
  expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['aka-key-weak', 'sd-key-weak', 'ust-file']))
})

test('a finding names its rule, clause, element and file', () => {
  const elements = richElements()
  find(elements, 'usim').value['ef-ad'] = [{ kind: 'fillFileContent', value: fromHex('00000004') }]
  expect(checkProfile(elements)).toEqual([
    {
      rule: 'ad-form',
      severity: 'error',
      clause: 'TS 31.102, 4.2.18',
      text: 'EF.AD cannot be read: EF.AD must contain an MNC length of 2 or 3.',
      element: { index: 5, kind: 'usim', identification: 5 },
      path: '3f007ff06fad',
    },
  ])
})

test('all faults of a package are found, not only the first one at which an eUICC aborts', () => {
  const elements = richElements()
  find(elements, 'usim').value['ef-imsi'] = [{ kind: 'fillFileContent', value: new Uint8Array(12) }]
  find(elements, 'rfm').value.securityDomainAID = fromHex('a000000077')
  const rules = checkProfile(elements).map(({ rule }) => rule)
  expect(rules).toEqual(expect.arrayContaining(['file-overflow', 'imsi-form', 'sd-exists']))
})

test('an installation that an eUICC aborts for another reason is reported with its element', () => {
  const elements = richElements()
  const header = { mandated: null, identification: 110 }
  elements.splice(-1, 0, { kind: 'cdmaParameter', value: { header, authenticationKey: new Uint8Array(8) } })
  find(elements, 'header').value['eUICC-Mandatory-services'].cave = null
  expect(checkProfile(elements).find(({ rule }) => rule === 'installation')).toMatchObject({
    severity: 'error',
    clause: '8.11',
    element: { kind: 'cdmaParameter', identification: 110 },
  })
})
