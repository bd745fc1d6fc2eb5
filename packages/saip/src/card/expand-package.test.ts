import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { encodeProfileValues } from '../build/encode-profile-value.ts'
import { profileElements } from '../build/profile-elements.ts'
import { decodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { accessRules } from '../template/access-rule.ts'
import { fullConfig, knownKeys } from '../testing/known-profile.ts'
import { sampleProfileHex } from '../vectors/sample-profile.ts'
import { contentFile, recordOf } from './card-image.ts'
import { expandPackage } from './expand-package.ts'

const sample = () => decodeProfile(fromHex(sampleProfileHex)) as ProfileElement[]
const regular = () => profileElements(fullConfig, encodeProfileValues(fullConfig, knownKeys))
const lcsi = fromHex('05')

describe("the specification's sample profile", () => {
  const image = expandPackage(sample())

  test('creates all files of the MF template, whether mentioned or not', () => {
    const inMf = Object.values(image.files).filter(({ path }) => path.length === 8)
    expect(inMf.map(({ name }) => name)).toEqual(['EF.PL', 'EF.ICCID', 'EF.DIR', 'EF.ARR', 'EF.UMPC', 'ADF.USIM'])
  })

  test('fills consecutive records, with the given offsets between them', () => {
    const rules = image.files['3f002f06']!
    expect(rules.recordSize).toBe(37)
    expect(rules.content.length).toBe(15 * 37)
    expect(toHex(recordOf(rules, 2)!)).toBe(`800101a40683010195010880015aa40683010a950108${'ff'.repeat(15)}`)
    expect(toHex(recordOf(rules, 14)!)).toBe(`80015ea40683010a950108${'ff'.repeat(26)}`)
    expect(recordOf(rules, 16)).toBeUndefined()
  })

  test('has the access rules of the templates, record by record', () => {
    const rules = image.files['3f002f06']!
    expect(accessRules).toHaveLength(14)
    accessRules.forEach((rule, i) => {
      expect(toHex(recordOf(rules, i + 1)!)).toBe(toHex(rule).padEnd(2 * 37, 'f'))
    })
  })

  test('links EF.ARR of the USIM to the one of the MF', () => {
    expect(image.files['3f007ff16f06']?.linkedTo).toBe('3f002f06')
    expect(contentFile(image, '3f007ff16f06')).toBe(image.files['3f002f06'])
  })

  test.each([
    ['3f007ff16f08', 'EF.Keys', `07${'ff'.repeat(32)}`],
    ['3f007ff16f31', 'EF.HPPLMN', '0a'],
    ['3f007ff16f73', 'EF.PSLOCI', 'ffffffffffffffffffff0000ff01'],
    ['3f007ff16f7e', 'EF.LOCI', 'ffffffffffffff0000ff01'],
    ['3f007ff16fe3', 'EF.EPSLOCI', 'ffffffffffffffffffffffffffffff000001'],
    ['3f007ff16fad', 'EF.AD', '00000002'],
    ['3f007ff16f46', 'EF.SPN', '0247534d41206555494343ffffffffffff'],
  ])('%s %s has its content', (path, name, hex) => {
    expect(image.files[path]?.name).toBe(name)
    expect(toHex(image.files[path]!.content)).toBe(hex)
  })

  test('free records of EF.SMS have the first byte 00', () => {
    const sms = image.files['3f007ff16f3c']!
    expect(recordOf(sms, 1)![0]).toBe(0)
    expect(recordOf(sms, 10)![0]).toBe(0)
    expect(recordOf(sms, 10)![175]).toBe(0xff)
  })

  test('assigns each PIN to its directory, with its tries and its PUK', () => {
    expect(image.pins.map(({ directory, reference, triesLeft }) => [directory, reference, triesLeft])).toEqual([
      ['3f00', 1, 3],
      ['3f00', 2, 3],
      ['3f00', 10, 3],
      ['3f007ff1', 129, 2],
    ])
    expect(image.pins[0]).toMatchObject({ enabled: false, mayBeChanged: true, mayBeDisabled: true, pukReference: 1 })
    expect(image.puks.map(({ reference, maxTries }) => [reference, maxTries])).toEqual([
      [1, 9],
      [2, 10],
      [129, 8],
    ])
  })

  test('gives the USIM its keys, with the default values for omitted fields', () => {
    expect(image.authentications).toHaveLength(1)
    const [aka] = image.authentications
    expect(aka).toMatchObject({ adf: '3f007ff1', algorithm: 'milenage', authCounterMax: 0x010203, sqnDelta: 1n << 28n })
    expect(toHex(aka!.rotationConstants)).toBe('4000204060')
    expect(aka!.sqnInit).toEqual(Array.from({ length: 32 }, () => 0n))
  })

  test('has two security domains, the first with three keys, and two RFM applications', () => {
    expect(image.securityDomains.map(({ keys }) => keys.length)).toEqual([3, 3])
    expect(image.rfms.map(({ tarList }) => tarList?.map(toHex))).toEqual([['b00000'], ['b00020']])
  })

  test('is a copy: changing a file does not change the package', () => {
    const upp = fromHex(sampleProfileHex)
    const copy = expandPackage(decodeProfile(upp))
    for (const file of Object.values(copy.files)) file.content.fill(0)
    for (const pin of copy.pins) pin.value.fill(0)
    copy.authentications[0]!.key.fill(0)
    expect(toHex(upp)).toBe(sampleProfileHex)
  })
})

describe('file steps', () => {
  test('another descriptor creates another file', () => {
    const elements = regular()
    withTelecom(elements, {
      'df-phonebook': [{ kind: 'fileDescriptor', value: { lcsi, pinStatusTemplateDO: fromHex('010a') } }],
      'ef-adn': [
        describedAs({ fileID: '4f3a', fileDescriptor: '4221001c', efFileSize: '38' }),
        { kind: 'fillFileContent', value: fromHex('aa') },
        describedAs({ fileID: '4f3b', fileDescriptor: '4221001c', efFileSize: '1c' }),
        { kind: 'fillFileContent', value: fromHex('bb') },
      ],
    })
    const { files } = expandPackage(elements)
    expect(files['3f007f105f3a4f3a']?.content.length).toBe(56)
    expect(files['3f007f105f3a4f3a']?.content[0]).toBe(0xaa)
    expect(files['3f007f105f3a4f3b']?.content[0]).toBe(0xbb)
    expect(files['3f007f105f3a4f3b']?.sfi).toBeUndefined()
  })

  test('a fill pattern repeats its last byte in each record; a repeat pattern repeats as a whole', () => {
    const elements = regular()
    withTelecom(elements, {
      'ef-rma': [describedAs({ fileDescriptor: '42210004', efFileSize: '08', fillPattern: '0102' })],
      'ef-sume': [describedAs({ efFileSize: '05', repeatPattern: '0a0b' })],
    })
    const { files } = expandPackage(elements)
    expect(toHex(files['3f007f106f53']!.content)).toBe('0102020201020202')
    expect(toHex(files['3f007f106f54']!.content)).toBe('0a0b0a0b0a')
  })

  test('an empty short identifier removes the one of the template', () => {
    const elements = regular()
    optUsim(elements)['ef-li'] = [describedAs({ shortEFID: '' })]
    expect(expandPackage(elements).files['3f007ff06f05']?.sfi).toBeUndefined()
    optUsim(elements)['ef-li'] = [describedAs({ shortEFID: '18' })]
    expect(expandPackage(elements).files['3f007ff06f05']?.sfi).toBe(3)
  })

  test('a file of the template can be omitted', () => {
    const elements = regular()
    usim(elements)['ef-fdn'] = [{ kind: 'doNotCreate', value: null }]
    expect(expandPackage(elements).files['3f007ff06f3b']).toBeUndefined()
  })

  test('file management creates directories and files, and fills the last one', () => {
    const elements = regular()
    elements.splice(-1, 0, {
      kind: 'genericFileManagement',
      value: {
        header: { identification: 90 },
        fileManagementCMD: [
          [
            { kind: 'filePath', value: fromHex('7ff0') },
            { kind: 'createFCP', value: fcp({ fileDescriptor: '7821', fileID: '5f40' }) },
            { kind: 'createFCP', value: fcp({ fileDescriptor: '4121', fileID: '4f42', efFileSize: '04' }) },
            { kind: 'fillFileOffset', value: 1 },
            { kind: 'fillFileContent', value: fromHex('0102') },
          ],
        ],
      },
    })
    const file = expandPackage(elements).files['3f007ff05f404f42']
    expect(toHex(file!.content)).toBe('ff0102ff')
    expect(file?.sfi).toBe(2)
  })
})

describe('faults at which an eUICC aborts', () => {
  test.each<[string, string, (elements: ProfileElement[]) => void]>([
    ['a package without an end', 'invalid-request-format', (elements) => elements.pop()],
    ['a package that begins with the MF', 'invalid-request-format', (elements) => elements.shift()],
    ['an element after the end', 'invalid-request-format', (elements) => elements.push(elements[1]!)],
    ['a second MF', 'bad-values', (elements) => elements.splice(2, 0, elements[1]!)],
    ['optional files before the USIM', 'bad-values', (elements) => swap(elements, 'usim', 'opt-usim')],
    ['keys before the USIM', 'bad-values', (elements) => swap(elements, 'usim', 'akaParameter')],
    ['a PIN whose PUK is missing', 'bad-values', (elements) => remove(elements, 'pukCodes')],
    ['a status that refers to a missing PIN', 'pin-code-missing', (elements) => elements.splice(6, 1)],
    [
      'an RFM application before its security domain',
      'invalid-parameter',
      (elements) => swap(elements, 'rfm', 'securityDomain'),
    ],
    [
      'content beyond the end of its file',
      'bad-values',
      (elements) => {
        usim(elements)['ef-imsi'] = [{ kind: 'fillFileContent', value: new Uint8Array(10) }]
      },
    ],
    [
      'a file of half a record',
      'bad-values',
      (elements) => {
        usim(elements)['ef-ecc'] = [describedAs({ fileDescriptor: '42210004', efFileSize: '06' })]
      },
    ],
    [
      'a file of 4 GB',
      'not-enough-memory',
      (elements) => {
        optUsim(elements)['ef-gid1'] = [describedAs({ efFileSize: 'ffffffff' })]
      },
    ],
    [
      'a file of 300 records',
      'bad-values',
      (elements) => {
        usim(elements)['ef-ecc'] = [describedAs({ fileDescriptor: '42210004', efFileSize: '04b0' })]
      },
    ],
    [
      'a link to nothing',
      'bad-values',
      (elements) => {
        usim(elements)['ef-arr'] = [describedAs({ linkPath: '2f07' })]
      },
    ],
    [
      'a file that its template does not have',
      'invalid-parameter',
      (elements) => {
        optUsim(elements)['ef-earfcnlist'] = [describedAs({ efFileSize: '04' })]
      },
    ],
    [
      'a file both described and marked doNotCreate',
      'bad-values',
      (elements) => {
        usim(elements)['ef-fdn'] = [describedAs({}), { kind: 'doNotCreate', value: null }]
      },
    ],
    [
      'an unknown template',
      'template-not-supported',
      (elements) => {
        usim(elements).templateID = '2.23.143.1.2.99'
      },
    ],
    [
      'the template of another element',
      'bad-values',
      (elements) => {
        usim(elements).templateID = '2.23.143.1.2.8'
      },
    ],
    [
      'an OPc of 15 bytes',
      'bad-values',
      (elements) => {
        const aka = find(elements, 'akaParameter').value.algoConfiguration
        if (aka.kind === 'algoParameter') aka.value.opc = new Uint8Array(15)
      },
    ],
    [
      'a repeated key',
      'bad-values',
      (elements) => {
        const { keyList } = find(elements, 'securityDomain').value
        keyList?.push(keyList[0]!)
      },
    ],
  ])('%s: %s', (_what, status, damage) => {
    const elements = structuredClone(regular())
    damage(elements)
    const error = caught(() => expandPackage(elements))
    expect(error).toMatchObject({ code: 'install', status })
    expect(error.element?.index).toBeGreaterThanOrEqual(0)
  })

  test('the element at fault is reported with its identification', () => {
    const elements = structuredClone(regular())
    usim(elements)['ef-imsi'] = [{ kind: 'fillFileContent', value: new Uint8Array(10) }]
    const { identification } = find(elements, 'usim').value.header
    expect(caught(() => expandPackage(elements)).element).toEqual({ index: 5, kind: 'usim', identification })
  })

  test('a requirement of the header that the card does not meet', () => {
    const status = (abilities: Parameters<typeof expandPackage>[1]) =>
      caught(() => expandPackage(regular(), abilities)).status
    expect(status({ services: new Set(['usim']) })).toBe('feature-not-supported')
    expect(status({ majorVersions: new Set([3]) })).toBe('unsupported-profile-version')
    expect(expandPackage(regular(), { services: new Set(['usim', 'milenage']) }).mandatoryServices).toEqual([
      'usim',
      'milenage',
    ])
  })

  test('a required library', () => {
    const elements = structuredClone(regular())
    find(elements, 'header').value['eUICC-Mandatory-AIDs'] = [
      { aid: fromHex('a0000000871005'), version: fromHex('0100') },
    ]
    expect(caught(() => expandPackage(elements, { libraries: new Set() })).status).toBe('lib-not-supported')
    expect(() => expandPackage(elements, { libraries: new Set(['a0000000871005']) })).not.toThrow()
  })
})

test('an element with an unknown template is skipped with a warning unless it is mandated', () => {
  const elements = regular()
  const files = { templateID: '2.23.143.1.2.99', 'df-df-snpn': [] }
  elements.splice(-1, 0, { kind: 'df-snpn', value: { header: { identification: 77 }, ...files } })
  expect(expandPackage(elements).warnings).toEqual([{ status: 9, identification: 77 }])
  elements.splice(-2, 1, { kind: 'df-snpn', value: { header: { mandated: null, identification: 77 }, ...files } })
  expect(caught(() => expandPackage(elements)).status).toBe('template-not-supported')
})

function find<K extends ProfileElement['kind']>(
  elements: ProfileElement[],
  kind: K,
): Extract<ProfileElement, { kind: K }> {
  return elements.find((element) => element.kind === kind) as Extract<ProfileElement, { kind: K }>
}

function usim(elements: ProfileElement[]) {
  return find(elements, 'usim').value
}

function optUsim(elements: ProfileElement[]) {
  return find(elements, 'opt-usim').value
}

function withTelecom(elements: ProfileElement[], files: Partial<ReturnType<typeof telecomValue>>): void {
  Object.assign(telecomValue(elements), files)
}

function telecomValue(elements: ProfileElement[]) {
  return find(elements, 'telecom').value
}

function remove(elements: ProfileElement[], kind: ProfileElement['kind']): void {
  elements.splice(
    elements.findIndex((element) => element.kind === kind),
    1,
  )
}

function swap(elements: ProfileElement[], a: ProfileElement['kind'], b: ProfileElement['kind']): void {
  const i = elements.findIndex(({ kind }) => kind === a)
  const j = elements.findIndex(({ kind }) => kind === b)
  const first = elements[i]!
  elements[i] = elements[j]!
  elements[j] = first
}

interface FcpHex {
  fileID?: string
  fileDescriptor?: string
  efFileSize?: string
  linkPath?: string
  shortEFID?: string
  fillPattern?: string
  repeatPattern?: string
}

function fcp({ fillPattern, repeatPattern, ...fields }: FcpHex) {
  const value = Object.fromEntries(Object.entries(fields).map(([name, hex]) => [name, fromHex(hex)]))
  const pattern = fillPattern ?? repeatPattern
  if (pattern === undefined) return { lcsi, ...value }
  const proprietaryEFInfo = {
    specialFileInformation: fromHex('00'),
    fileDetails: fromHex('01'),
    [fillPattern === undefined ? 'repeatPattern' : 'fillPattern']: fromHex(pattern),
  }
  return { lcsi, ...value, proprietaryEFInfo }
}

function describedAs(fields: FcpHex) {
  return { kind: 'fileDescriptor' as const, value: fcp(fields) }
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
