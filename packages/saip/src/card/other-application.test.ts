import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { encodeProfileValues } from '../build/encode-profile-value.ts'
import { profileElements } from '../build/profile-elements.ts'
import type { File } from '../codec/file.ts'
import { decodeProfile, type ElementOf, encodeProfile, type ProfileElement } from '../codec/profile-element.ts'
import { SaipError } from '../error.ts'
import { accessRules } from '../template/access-rule.ts'
import { df5gsVersions } from '../template/five-gs.ts'
import { fileTemplates } from '../template/table.ts'
import { fullConfig, knownKeys } from '../testing/known-profile.ts'
import { type CardImage, recordOf } from './card-image.ts'
import { expandPackage } from './expand-package.ts'

const lcsi = fromHex('05')
/** A file with FCP members in hexadecimal and content. */
const file = (fcp: Record<string, string> = {}, content?: string): File => [
  ...(Object.keys(fcp).length === 0
    ? []
    : [
        {
          kind: 'fileDescriptor' as const,
          value: { lcsi, ...Object.fromEntries(Object.entries(fcp).map(([name, hex]) => [name, fromHex(hex)])) },
        },
      ]),
  ...(content === undefined ? [] : [{ kind: 'fillFileContent' as const, value: fromHex(content) }]),
]

/** A regular profile with further elements before its end. The elements pass through their encoding. */
function imageWith(...elements: ProfileElement[]): CardImage {
  const regular = profileElements(fullConfig, encodeProfileValues(fullConfig, knownKeys))
  regular.splice(-1, 0, ...elements)
  return expandPackage(decodeProfile(encodeProfile(regular)))
}

const header = { mandated: null, identification: 90 }
/** The components of an element in the order of the module, from the template. */
const inOrder = (templateID: string, files: Record<string, File>) =>
  Object.fromEntries(
    fileTemplates
      .find(({ oid }) => oid === templateID)!
      .files.filter(({ field }) => files[field] !== undefined)
      .map(({ field }) => [field, files[field]!]),
  )

/** ADF.CSIM of the GSMA test profile TS.48: where it gives no size, the content fits the size of the template. */
const CSIM_FILES: Record<string, File> = {
  'adf-csim': file({ fileID: '7fc0', dfName: 'a0000003431002f310ffff89020000ff', pinStatusTemplateDO: '010a' }),
  'ef-arr': file({ linkPath: '2f06' }),
  'ef-call-count': file({ fileDescriptor: '46210002' }),
  'ef-imsi-m': file({}, '008d03cb11033480de03'),
  'ef-imsi-t': file({}, '008d03cb11033480de03'),
  'ef-tmsi': file({}, '000000000000000000ffffffff000000'),
  'ef-ah': file(),
  'ef-aop': file({}, '00'),
  'ef-aloc': file(),
  'ef-cdmahome': file({ efFileSize: '64' }, 'e803ae0800e803ae0801'),
  'ef-znregi': file({ efFileSize: '38' }),
  'ef-snregi': file({}, '01000000000000'),
  'ef-distregi': file(),
  'ef-accolc': file({}, '00'),
  'ef-term': file({}, '07'),
  'ef-acp': file({}, '4e014d014e0115'),
  'ef-prl': file({ efFileSize: '12' }, '001200000000400121000280005000006edb'),
  'ef-ruimid': file({}, '0480000000000000'),
  'ef-csim-st': file({ efFileSize: '0a' }, 'f8f2009c030000000000'),
  'ef-spc': file(),
  'ef-otapaspc': file({}, '00'),
  'ef-namlock': file({}, '00'),
  'ef-ota': file({}, '0500020201020303010401000000000000'),
  'ef-sp': file({}, '62'),
  'ef-esn-meid-me': file(),
  'ef-li': file({ efFileSize: '04' }, '02ff02ff'),
  'ef-usgind': file({}, '03'),
  'ef-ad': file(),
  'ef-max-prl': file({}, '00122000'),
  'ef-spcs': file({}, '00'),
  'ef-mecrp': file(),
  'ef-home-tag': file({ efFileSize: '0c' }),
  'ef-group-tag': file({ efFileSize: '0f' }),
  'ef-specific-tag': file({ efFileSize: '0f' }),
  'ef-call-prompt': file({ efFileSize: '0f' }),
}

const csim = (files = CSIM_FILES): ProfileElement =>
  ({ kind: 'csim', value: { header, templateID: '2.23.143.1.2.10', ...files } }) as ElementOf<'csim'>

const content = (image: CardImage, path: string) => toHex(image.files[path]!.content)

describe('a CSIM', () => {
  test('has the files of TS.48 with the sizes and access rules of the template', () => {
    const image = imageWith(csim())
    const files = Object.values(image.files).filter(({ path }) => path.startsWith('3f007fc0'))
    expect(files).toHaveLength(35)
    expect(toHex(files[0]!.aid!)).toBe('a0000003431002f310ffff89020000ff')
    expect(content(image, '3f007fc06f22')).toBe('008d03cb11033480de03')
    expect(content(image, '3f007fc06f36')).toBe('0500020201020303010401000000000000')
    const size = (fid: string) => image.files[`3f007fc0${fid}`]!.content.length
    expect(['6f25', '6f27', '6f2b', '6f33', '6f38', '6f43', '6f45', '6f55'].map(size)).toEqual([2, 7, 8, 3, 8, 3, 4, 3])
    const rule = (fid: string) => image.files[`3f007fc0${fid}`]!.accessRule.record
    // EF.COUNT can be increased, EF.IMSI_M is the operator's, EF.SPC is secret, EF.RUIMID is fixed.
    expect(['6f21', '6f22', '6f24', '6f33', '6f31', '6f46'].map(rule)).toEqual([7, 6, 13, 3, 4, 12])
    expect(image.files['3f007fc06f28']).toMatchObject({ structure: 'LF', recordSize: 5 })
    expect(image.files['3f007fc06f21']).toMatchObject({ structure: 'CY', recordSize: 2 })
  })

  test('has its optional files, and links to those of the USIM', () => {
    const files = {
      'ef-ssci': file({}, '02'),
      'ef-fdn': file({ fileDescriptor: '4221001c', linkPath: '7ff06f3b' }),
      'ef-smsp': file({ fileDescriptor: '42210017', efFileSize: '17' }, '00021002ffff02ff'),
      'ef-spn': file({}, '01000144656661756c74'),
      'ef-mdn': file({ efFileSize: '0b' }, '0a21436587a9ffffff0a00'),
      'ef-sipcap': file({}, '15084000'),
      'ef-mipcap': file({}, '1508404200'),
      'ef-hrpdcap': file({}, '20f880'),
      'ef-3gcik': file({}, 'ff'),
      'ef-sf-euimid': file({}, 'ff'),
      'ef-model': file({ fileDescriptor: '4121' }),
    }
    const templateID = '2.23.143.1.2.11'
    const optional = { header, templateID, ...inOrder(templateID, files) } as ElementOf<'opt-csim'>['value']
    const image = imageWith(csim(), { kind: 'opt-csim', value: optional })
    expect(content(image, '3f007fc06f4b')).toBe('1508404200')
    expect(image.files['3f007fc06f3b']).toMatchObject({ name: 'EF.FDN', linkedTo: '3f007ff06f3b' })
    expect(image.files['3f007fc06f41']!.content).toHaveLength(35)
    expect(image.files['3f007fc06f6b']!.content).toHaveLength(32)
    expect(image.files['3f007fc06f74']!.content).toHaveLength(7)
    expect(image.files['3f007fc06f81']!.content).toHaveLength(126)
    // The USIM has files with the same identifiers.
    expect(image.files['3f007ff06f41']).toBeUndefined()
  })

  test('has the keys of CDMA networks, once', () => {
    const value = { header, authenticationKey: fromHex('00000000ffffffff'), ssd: fromHex('0123456789abcdef'.repeat(2)) }
    const keys: ProfileElement = { kind: 'cdmaParameter', value }
    const [cdma] = imageWith(csim(), keys).cdmaAuthentications
    expect(cdma).toMatchObject({ adf: '3f007fc0', mobileIp: undefined })
    expect(toHex(cdma!.authenticationKey)).toBe('00000000ffffffff')
    expect(status(() => imageWith(csim(), keys, keys))).toBe('bad-values')
    expect(status(() => imageWith(keys))).toBe('bad-values')
  })

  test('needs an AID, and its optional files need it', () => {
    const withoutAid = { ...CSIM_FILES, 'adf-csim': file({ fileID: '7fc0' }) }
    expect(status(() => imageWith(csim(withoutAid)))).toBe('bad-values')
    const value = { header, templateID: '2.23.143.1.2.11', 'ef-ssci': file({}, '02') }
    expect(status(() => imageWith({ kind: 'opt-csim', value }))).toBe('bad-values')
  })
})

describe('directories of the USIM', () => {
  const pins = { pinStatusTemplateDO: '010a' }

  test('the file identifiers of DF.5GS are 4F00 and the short one (TS 31.102, 4.4.11)', () => {
    const rows = df5gsVersions.flat().map(([, name, fid, , , , more]) => ({ name, fid, sfi: more?.sfi }))
    const short = rows.filter(({ sfi }) => sfi !== undefined)
    expect(short.length).toBeGreaterThan(40)
    expect(short.map(({ name, fid }) => [name, fid])).toEqual(short.map(({ name, sfi }) => [name, 0x4f00 + sfi!]))
  })

  test('DF.SNPN and DF.5G_ProSe have the files and sizes of their templates', () => {
    const image = imageWith(
      {
        kind: 'df-snpn',
        value: { header, templateID: '2.23.143.1.2.15', 'df-df-snpn': file(pins), 'ef-pws-snpn': file({}, '01') },
      },
      {
        kind: 'df-5gprose',
        value: {
          header,
          templateID: '2.23.143.1.2.16',
          'df-df-5g-prose': file(pins),
          'ef-5g-prose-st': file({}, '1f'),
          'ef-5g-prose-dd': file({}, 'a0'),
          'ef-5g-prose-uir': file({}, 'a0'),
        },
      },
    )
    expect(image.files['3f007ff05fe04f01']).toMatchObject({
      name: 'EF.PWS_SNPN',
      accessRule: { fid: 0x6f06, record: 10 },
    })
    expect(content(image, '3f007ff05ff04f01')).toBe('1f')
    expect(image.files['3f007ff05ff04f02']).toMatchObject({ sfi: 2 })
    expect(image.files['3f007ff05ff04f02']!.content).toHaveLength(26)
    expect(image.files['3f007ff05ff04f06']!.content).toHaveLength(32)
    expect(image.files['3f007ff05ff04f03']).toBeUndefined()
  })

  test('DF.EAP has the identifier that the profile gives, in the application before it', () => {
    const value = {
      header,
      templateID: '2.23.143.1.2.12',
      'df-eap': file({ fileID: '5f70', ...pins }),
      'ef-eapkeys': file({ efFileSize: '10' }),
      'ef-eapstatus': file(),
      'ef-ps': file({ efFileSize: '20' }),
    }
    const image = imageWith({ kind: 'eap', value })
    expect(content(image, '3f007ff05f704f02')).toBe('00')
    expect(image.files['3f007ff05f704f04']!.content).toHaveLength(32)
    expect(imageWith(csim(), { kind: 'eap', value }).files['3f007fc05f704f01']).toBeDefined()
    const withoutFid = { ...value, 'df-eap': file(pins) }
    expect(status(() => imageWith({ kind: 'eap', value: withoutFid }))).toBe('bad-values')
  })

  test('DF.5GS of version 4 has the files that it adds', () => {
    const plain = { ...fullConfig, fiveG: undefined }
    const regular = profileElements(plain, encodeProfileValues(plain, knownKeys))
    const files = { 'df-df-5gs': file(pins), 'ef-cag': file({}, '8000'), 'ef-mchpplmn': file({}, '05') }
    regular.splice(-1, 0, { kind: 'df-5gs', value: { header, templateID: '2.23.143.1.2.13.4', ...files } })
    const image = expandPackage(regular)
    expect(content(image, '3f007ff05fc04f0d')).toBe('8000')
    expect(image.files['3f007ff05fc04f15']).toMatchObject({ name: 'EF.MCHPPLMN', sfi: 0x15 })
    const [older] = regular.slice(-2)
    if (older?.kind === 'df-5gs') older.value.templateID = '2.23.143.1.2.13.3'
    expect(status(() => expandPackage(regular))).toBe('invalid-parameter')
  })
})

describe('a minimal IoT profile', () => {
  const imsi = file({}, '082904102143658705')
  const iotHeader = (more = {}): ProfileElement => ({
    kind: 'header',
    value: {
      'major-version': 3,
      'minor-version': 3,
      iccid: fromHex('89460100000000000012'),
      'eUICC-Mandatory-services': { usim: null },
      'eUICC-Mandatory-GFSTEList': ['2.23.143.1.2.17'],
      iotOptions: { pix: fromHex('1002ffffffff8900000100') },
      ...more,
    },
  })
  const end: ProfileElement = { kind: 'end', value: { header } }
  const iot = (files: Record<string, File> = {}): ProfileElement => {
    const given = inOrder('2.23.143.1.2.17', { 'ef-imsi': imsi, 'ef-acc': file({}, '0020'), ...files })
    return { kind: 'iot', value: { header, templateID: '2.23.143.1.2.17', ...given } as ElementOf<'iot'>['value'] }
  }
  const install = (...elements: ProfileElement[]) => expandPackage(decodeProfile(encodeProfile(elements)))

  test('needs only IMSI and access class: the rest follows from the header and the template', () => {
    const image = install(iotHeader(), iot(), end)
    expect(content(image, '3f002fe2')).toBe('98641000000000000021')
    expect(toHex(image.files['3f007ff0']!.aid!)).toBe('a0000000871002ffffffff8900000100')
    expect(toHex(recordOf(image.files['3f002f00']!, 1)!)).toBe('61184f10a0000000871002ffffffff890000010050045553494d')
    expect(toHex(recordOf(image.files['3f002f06']!, 14)!).slice(0, 22)).toBe(toHex(accessRules[13]!))
    expect(image.files['3f007ff06f06']?.linkedTo).toBe('3f002f06')
    expect(content(image, '3f007ff06f07')).toBe('082904102143658705')
    expect(content(image, '3f007ff06f38')).toBe('00'.repeat(17))
    expect(content(image, '3f007ff06f7b')).toBe('ff'.repeat(12))
    expect(content(image, '3f007ff06fad')).toBe('00000002')
  })

  test('takes the files that the element gives', () => {
    const adf = file({ fileID: '7ff5', dfName: 'a0000000871002f310', pinStatusTemplateDO: '' })
    const image = install(iotHeader({ iotOptions: undefined }), iot({ 'adf-usim': adf, 'ef-ust': file({}, '02') }), end)
    expect(content(image, '3f007ff56f38')).toBe(`02${'ff'.repeat(16)}`)
    expect(toHex(recordOf(image.files['3f002f00']!, 1)!)).toContain('4f09a0000000871002f310')
  })

  test('has optional files, DF.5GS and DF.SAIP in its USIM', () => {
    const pins = file({ pinStatusTemplateDO: '' })
    const files = {
      'ef-spn': file({}, '01496f54'),
      'ef-ehplmn': file({}, '42f010'),
      'df-df-5gs': pins,
      'ef-supi-nai': file({ efFileSize: '04' }, '80026162'),
      'df-df-saip': pins,
      'ef-suci-calc-info-usim': file({ efFileSize: '04' }, 'a0020000'),
    }
    const value = { header, templateID: '2.23.143.1.2.18', ...inOrder('2.23.143.1.2.18', files) }
    const image = install(iotHeader(), iot(), { kind: 'opt-iot', value: value as ElementOf<'opt-iot'>['value'] }, end)
    expect(content(image, '3f007ff06fd9')).toBe(`42f010${'ff'.repeat(12)}`)
    expect(content(image, '3f007ff05fc04f09')).toBe('80026162')
    expect(content(image, '3f007ff05fd04f01')).toBe('a0020000')
  })

  test('needs an AID, in the element or in the header', () => {
    expect(status(() => install(iotHeader({ iotOptions: undefined }), iot(), end))).toBe('bad-values')
  })
})

/** The status with which an installation is aborted. */
function status(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    if (error instanceof SaipError) return error.status
    throw error
  }
}
