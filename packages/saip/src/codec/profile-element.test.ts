import { fromHex, toHex, writeTlv } from '@simwright/asn1'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SaipError } from '../error.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { testProfileTelecomHex } from '../vectors/test-profile-telecom.ts'
import { optUsimFiles, telecomFiles } from './file-name.ts'
import { decodeProfile, encodeElement, encodeProfile, type ProfileElement } from './profile-element.ts'

const sample = fromHex(sampleProfileHex)
const header = { mandated: null, identification: 5 }
const encoded = (element: ProfileElement) => toHex(encodeElement(element))

describe('published encodings', () => {
  test("the specification's sample profile is decoded element by element and re-encoded byte for byte", () => {
    const elements = decodeProfile(sample)
    expect(elements.map(({ kind }) => kind)).toEqual([
      'header',
      'mf',
      'pukCodes',
      'pinCodes',
      'usim',
      'pinCodes',
      'akaParameter',
      'securityDomain',
      'securityDomain',
      'rfm',
      'rfm',
      'end',
    ])
    expect(toHex(encodeProfile(elements))).toBe(sampleProfileHex)
  })

  test('the offsets and lengths of the elements cover the sample without gaps', () => {
    let at = 0
    for (const { offset, raw } of decodeProfile(sample)) {
      expect(offset).toBe(at)
      at += raw.length
    }
    expect(at).toBe(sample.length)
  })

  test('a TS.48 PE-TELECOM is re-encoded byte for byte', () => {
    const [telecom] = decodeProfile(fromHex(testProfileTelecomHex))
    expect(telecom?.kind).toBe('telecom')
    expect(toHex(encodeProfile([telecom as ProfileElement]))).toBe(testProfileTelecomHex)
  })
})

describe('tags by the PEDefinitions module (AUTOMATIC TAGS)', () => {
  test.each<[string, ProfileElement, string]>([
    ['end is [10], its header [0], identification [1]', { kind: 'end', value: { header } }, 'aa07a0058000810105'],
    [
      'a PUK list is [3], 170 is a positive INTEGER of two bytes, and the default number of tries is left out',
      {
        kind: 'pukCodes',
        value: {
          header,
          pukCodes: [{ keyReference: 129, pukValue: fromHex('3132333435363738'), 'maxNumOfAttemps-retryNumLeft': 170 }],
        },
      },
      'a319a0058000810105a110300e8002008181083132333435363738',
    ],
    [
      'the CHOICE within PE-PINCodes gets an explicit [1]',
      { kind: 'pinCodes', value: { header, pinCodes: { kind: 'filePath', value: fromHex('7ff0') } } },
      'a20da0058000810105a10481027ff0',
    ],
    [
      'a PIN leaves out the attributes 7 and three of three tries, which are defaults',
      {
        kind: 'pinCodes',
        value: {
          header,
          pinCodes: {
            kind: 'pinconfig',
            value: [
              {
                keyReference: 1,
                pinValue: fromHex('31323334ffffffff'),
                pinAttributes: 7,
                'maxNumOfAttemps-retryNumLeft': 0x33,
              },
            ],
          },
        },
      },
      'a21aa0058000810105a111a00f300d800101810831323334ffffffff',
    ],
    [
      'PE-RFM keeps its own tags: header and TAR list are both [0], access domains are untagged',
      {
        kind: 'rfm',
        value: {
          header,
          instanceAID: fromHex('a000000559101001'),
          tarList: [fromHex('b00000')],
          minimumSecurityLevel: fromHex('12'),
          uiccAccessDomain: fromHex('00'),
          uiccAdminAccessDomain: fromHex('ff'),
        },
      },
      'a721a00580008101054f08a000000559101001a0050403b00000810112040100' + '0401ff',
    ],
    [
      'file management: path [0], FCP [APPLICATION 2], offset untagged INTEGER, content [1]',
      {
        kind: 'genericFileManagement',
        value: {
          header,
          fileManagementCMD: [
            [
              { kind: 'filePath', value: fromHex('7f10') },
              { kind: 'createFCP', value: { lcsi: fromHex('05'), fileID: fromHex('6f44'), efFileSize: fromHex('10') } },
              { kind: 'fillFileOffset', value: 2 },
              { kind: 'fillFileContent', value: fromHex('abcd') },
            ],
          ],
        },
      },
      'a11fa0058000810105a116301480027f10620783026f44800110' + '020102' + '8102abcd',
    ],
    [
      'DF-5GPROSE is [31], a tag of two bytes',
      { kind: 'df-5gprose', value: { header, templateID: '2.23.143.1.2.16', 'df-df-5g-prose': [] } },
      'bf1f11a0058000810105810667810f010210a200',
    ],
  ])('%s', (_fact, element, hex) => {
    expect(encoded(element)).toBe(hex)
  })

  test('a directory has up to 26 PINs', () => {
    const pinsOf = (count: number) =>
      encoded({
        kind: 'pinCodes',
        value: {
          header,
          pinCodes: {
            kind: 'pinconfig',
            value: Array.from({ length: count }, (_, at) => ({
              keyReference: at + 1,
              pinValue: fromHex('31323334ffffffff'),
              pinAttributes: 7,
              'maxNumOfAttemps-retryNumLeft': 0x33,
            })),
          },
        },
      })
    expect(pinsOf(26).match(/31323334ffffffff/g)).toHaveLength(26)
    expect(() => pinsOf(27)).toThrow('1 to 26 items are expected')
  })

  test('an optional USIM file is tagged by its position: EF.LI [2], EF.GID1 [5], EF.PNN [38], EF.EHPLMN [58]', () => {
    expect(optUsimFiles.indexOf('ef-li') + 2).toBe(2)
    expect(tagOfFile('ef-li')).toBe('a2')
    expect(tagOfFile('ef-gid1')).toBe('a5')
    expect(tagOfFile('ef-pnn')).toBe('bf26')
    expect(tagOfFile('ef-ehplmn')).toBe('bf3a')
  })

  test('the lists of optional files have as many entries as the module', () => {
    expect(telecomFiles.length).toBe(45)
    expect(optUsimFiles.length).toBe(86)
  })
})

describe('refused packages', () => {
  test('a truncated package names the element where it ends', () => {
    const error = caught(() => decodeProfile(sample.subarray(0, 600)))
    expect(error).toMatchObject({ code: 'malformed', status: 'invalid-request-format', element: { index: 2 } })
  })

  test('an element without a mandatory component is reported', () => {
    const end = decodeProfile(sample).slice(0, 3)
    const broken = Uint8Array.of(...encodeProfile(end), ...fromHex('a202a000'))
    expect(caught(() => decodeProfile(broken))).toMatchObject({ element: { index: 3, kind: 'pinCodes' } })
  })

  test.each([
    ['an ICCID of 9 bytes', 'a0148001028101038309890123456789012341a500a600'],
    ['a key reference beyond one byte', 'a317a0058000810105a10e300c80020101' + '81083132333435363738'],
    ['an AID of 4 bytes', 'a712a00381010b4f04a0000005810112040100040100'],
  ])('%s', (_what, hex) => {
    expect(caught(() => decodeProfile(fromHex(hex))).code).toBe('malformed')
  })

  test('a value that does not fit its type cannot be encoded', () => {
    const short: ProfileElement = {
      kind: 'pukCodes',
      value: { header, pukCodes: [{ keyReference: 1, pukValue: fromHex('31'), 'maxNumOfAttemps-retryNumLeft': 170 }] },
    }
    expect(() => encodeElement(short)).toThrow()
  })

  test('damaged packages are decoded or refused with a SaipError', () => {
    fc.assert(
      fc.property(fc.nat(sample.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = sample.slice()
        damaged[at] = (damaged[at] as number) ^ flip
        try {
          decodeProfile(damaged)
        } catch (error) {
          expect(error).toBeInstanceOf(SaipError)
        }
      }),
    )
  })
})

test('an element of a later version is retained unchanged, with its header', () => {
  const later = writeTlv(0xbf22, fromHex('a0058000810109'), fromHex('81020102'))
  const [element] = decodeProfile(later)
  expect(element).toMatchObject({ kind: 'unknown', value: { tag: 0xbf22, header: { identification: 9 } } })
  expect(encodeProfile([element as ProfileElement])).toEqual(later)
})

test('a component of a later version within an element is skipped', () => {
  const [end] = decodeProfile(fromHex('aa0ba00580008101059f3f0100'))
  expect(end).toMatchObject({ kind: 'end', value: { header: { identification: 5 } } })
})

function tagOfFile(field: (typeof optUsimFiles)[number]): string {
  const element: ProfileElement = {
    kind: 'opt-usim',
    value: { header, templateID: '2.23.143.1.2.5', [field]: [{ kind: 'fillFileContent', value: fromHex('aa') }] },
  }
  const file = encodeElement(element).subarray(-5 - (optUsimFiles.indexOf(field) + 2 > 30 ? 1 : 0), -4)
  return toHex(file)
}

function caught(run: () => unknown): SaipError {
  try {
    run()
  } catch (error) {
    if (error instanceof SaipError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
