import { fromHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { encodeProfileValues } from '../build/encode-profile-value.ts'
import { regularElements } from '../build/regular-elements.ts'
import { decodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { fullConfig, knownKeys } from '../testing/known-profile.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { checkProfile } from './check-profile.ts'

const regular = () => structuredClone(regularElements(fullConfig, encodeProfileValues(fullConfig, knownKeys)))
const reported = (elements: readonly ProfileElement[]) =>
  checkProfile(elements).map(({ severity, text }) => `${severity}: ${text}`)
const indexOfKind = (elements: readonly ProfileElement[], kind: string) =>
  elements.findIndex((element) => element.kind === kind)
const find = <K extends ProfileElement['kind']>(elements: readonly ProfileElement[], kind: K) =>
  elements[indexOfKind(elements, kind)] as Extract<ProfileElement, { kind: K }>

test("the specification's sample profile has no errors, only services without files and public keys", () => {
  const findings = checkProfile(decodeProfile(fromHex(sampleProfileHex)))
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(findings.map(({ text }) => text)).toContain('Service 45 of EF.UST is on, but there is no EF.PNN.')
  expect(findings.map(({ text }) => text)).toContain('A security domain has a key that is not random.')
})

describe('errors', () => {
  test.each<[string, string, (elements: ProfileElement[]) => void]>([
    ['a missing header', 'The profile header must be the first element.', (elements) => elements.shift()],
    ['a missing end', 'The end element must be the last element.', (elements) => elements.pop()],
    [
      'two elements with the same identification',
      'Identification 1 is used twice.',
      (elements) => {
        find(elements, 'usim').value.header.identification = 1
      },
    ],
    [
      'optional files before their application',
      'The opt-usim element must come after usim.',
      (elements) => move(elements, 'opt-usim', 'usim'),
    ],
    [
      'a USIM before the MF',
      'The usim element must come after mf or genericFileManagement or iot.',
      (elements) => move(elements, 'usim', 'mf'),
    ],
    [
      'RFM before its security domain',
      'The rfm element must come after securityDomain.',
      (elements) => move(elements, 'rfm', 'securityDomain'),
    ],
    [
      'PUKs twice',
      'The pukCodes element may occur only once.',
      (elements) => elements.splice(3, 0, structuredClone(find(elements, 'pukCodes'))),
    ],
    [
      'a local PIN in the MF',
      'PIN reference 129 does not belong to the MF.',
      (elements) => {
        const { pinCodes } = find(elements, 'pinCodes').value
        if (pinCodes.kind === 'pinconfig') pinCodes.value[0]!.keyReference = 129
      },
    ],
    [
      'a mandatory service without its application',
      'The header demands isim, but there is no such application.',
      (elements) => {
        find(elements, 'header').value['eUICC-Mandatory-services'].isim = null
      },
    ],
    [
      'another ICCID in the file than in the header',
      'EF.ICCID and the profile header have different ICCIDs.',
      (elements) => {
        find(elements, 'header').value.iccid = fromHex('89460100000000000025')
      },
    ],
    [
      'content of EF.IMSI that is not an IMSI',
      'EF.IMSI does not contain an IMSI.',
      (elements) => {
        find(elements, 'usim').value['ef-imsi'] = [{ kind: 'fillFileContent', value: new Uint8Array(9).fill(0xff) }]
      },
    ],
  ])('%s', (_what, text, damage) => {
    const elements = regular()
    damage(elements)
    expect(reported(elements)).toContain(`error: ${text}`)
  })

  test('an installation that an eUICC would abort is reported with its element', () => {
    const elements = regular()
    find(elements, 'usim').value['ef-imsi'] = [{ kind: 'fillFileContent', value: new Uint8Array(12) }]
    expect(checkProfile(elements)).toEqual([
      {
        severity: 'error',
        clause: '8.11',
        text: 'Element 5 (usim 5): EF.IMSI has 9 bytes and is filled up to 12',
        element: { index: 5, kind: 'usim', identification: 5 },
      },
    ])
  })
})

describe('warnings', () => {
  test.each<[string, string, (elements: ProfileElement[]) => void]>([
    [
      'PUKs that do not follow the MF',
      'The PUKs must directly follow the MF.',
      (elements) => {
        const value = { header: { identification: 60 }, issuerID: '1.3.6.1.4.1.99999', content: new Uint8Array(1) }
        elements.splice(indexOfKind(elements, 'pukCodes'), 0, { kind: 'nonStandard', value })
      },
    ],
    [
      'an application that the header does not announce',
      'The header does not name the service usim, which the package uses.',
      (elements) => {
        delete find(elements, 'header').value['eUICC-Mandatory-services'].usim
      },
    ],
    [
      'a service without its file',
      'Service 45 of EF.UST is on, but there is no EF.PNN.',
      (elements) => {
        delete find(elements, 'opt-usim').value['ef-pnn']
      },
    ],
    [
      'a USIM without keys',
      'The USIM has no authentication keys.',
      (elements) => elements.splice(indexOfKind(elements, 'akaParameter'), 1),
    ],
    [
      'an access rule that does not exist',
      'EF.GID1 refers to record 15 of EF.ARR, which does not exist.',
      (elements) => {
        const [step] = find(elements, 'opt-usim').value['ef-gid1']!
        if (step?.kind === 'fileDescriptor') step.value.securityAttributesReferenced = fromHex('0f')
      },
    ],
    [
      'access rules in a file that does not exist',
      'EF.GID1 refers to an EF.ARR that does not exist.',
      (elements) => {
        const [step] = find(elements, 'opt-usim').value['ef-gid1']!
        if (step?.kind === 'fileDescriptor') step.value.securityAttributesReferenced = fromHex('6f9901')
      },
    ],
  ])('%s', (_what, text, damage) => {
    const elements = regular()
    damage(elements)
    expect(reported(elements)).toContain(`warning: ${text}`)
    expect(reported(elements).filter((line) => line.startsWith('error'))).toEqual([])
  })

  test('an element that an eUICC may skip', () => {
    const elements = regular()
    const header = { identification: 70 }
    elements.splice(-1, 0, { kind: 'cdmaParameter', value: { header, authenticationKey: new Uint8Array(8) } })
    expect(reported(elements)).toContain(
      'warning: The cdmaParameter element is skipped by an eUICC that does not support it.',
    )
  })
})

function move(elements: ProfileElement[], kind: ProfileElement['kind'], before: ProfileElement['kind']): void {
  const [moved] = elements.splice(indexOfKind(elements, kind), 1)
  elements.splice(indexOfKind(elements, before), 0, moved!)
}
