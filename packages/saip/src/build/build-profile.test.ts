import { fromHex, toHex } from '@simwright/asn1'
import { parseIccid, parseImsi } from '@simwright/ids'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentFile, recordOf } from '../card/card-image.ts'
import { expandPackage } from '../card/expand-package.ts'
import { checkProfile } from '../check/check-profile.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { decodeServices } from '../ef/service-table.ts'
import { SaipError } from '../error.ts'
import { fullConfig, knownKeys, plainConfig } from '../testing/known-profile.ts'
import { assemble, buildProfile, compile } from './build-profile.ts'
import { deriveOpc } from './operator-code.ts'
import { checkConfig, type ProfileConfig, saipVersions } from './profile-config.ts'
import type { ProfileKeys } from './profile-keys.ts'
import { publishedVectors } from './published-vector.ts'

let seed = 1

const built = (config: ProfileConfig, keys: ProfileKeys = knownKeys) => decodeProfile(buildProfile(config, keys))
const installed = (config: ProfileConfig, keys: ProfileKeys = knownKeys) => expandPackage(built(config, keys))
const usimFile = (config: ProfileConfig, fid: string, keys: ProfileKeys = knownKeys) =>
  installed(config, keys).files[`3f007ff0${fid}`]
const content = (config: ProfileConfig, fid: string, keys: ProfileKeys = knownKeys) =>
  toHex(usimFile(config, fid, keys)!.content)
const tuakKeys = { ...knownKeys, opc: random(32) }

describe('the package', () => {
  test('has its elements in the order that the format requires', () => {
    expect(built(fullConfig).map(({ kind }) => kind)).toEqual([
      'header',
      'mf',
      'pukCodes',
      'pinCodes',
      'telecom',
      'usim',
      'pinCodes',
      'opt-usim',
      'gsm-access',
      'df-5gs',
      'akaParameter',
      'securityDomain',
      'rfm',
      'rfm',
      'end',
    ])
  })

  test.each([
    ['with every field', fullConfig, knownKeys],
    ['with nothing but a name', plainConfig, knownKeys],
    ['with TUAK', { ...fullConfig, algorithm: 'TUAK' as const }, tuakKeys],
    [
      'with the test algorithm',
      { ...plainConfig, algorithm: 'XOR' as const, profileClass: 'test' as const },
      knownKeys,
    ],
  ])('%s has no findings', (_what, config, keys) => {
    expect(checkProfile(built(config, keys))).toEqual([])
  })

  test.each(saipVersions)(
    'up to version %s states the lowest that its contents need, and has the templates of that version',
    (saipVersion) => {
      const [header] = built({ ...plainConfig, saipVersion })
      const major = Number(saipVersion[0])
      expect(header?.value).toMatchObject({ 'major-version': major, 'minor-version': 1 })
      const usim = major === 2 ? '2.23.143.1.2.4' : '2.23.143.1.2.4.2'
      expect(header?.kind === 'header' && header.value['eUICC-Mandatory-GFSTEList']).toContain(usim)
    },
  )

  test('with 5G files states version 2.3, which first had them', () => {
    const [header] = built(fullConfig)
    expect(fullConfig.fiveG).toBeDefined()
    expect(header?.value).toMatchObject({ 'major-version': 2, 'minor-version': 3 })
  })

  test.each([
    ['with every field', fullConfig],
    ['with nothing but a name', plainConfig],
  ])('%s has no empty file descriptor', (_what, config) => {
    // DER omits the default life cycle state; an empty sequence would remain, which other checkers report.
    const empty = built(config).flatMap(({ kind, value }) =>
      Object.entries(value).flatMap(([field, steps]) =>
        Array.isArray(steps) && steps.some((step) => isEmptyDescriptor(step)) ? [`${kind}: ${field}`] : [],
      ),
    )
    expect(empty).toEqual([])
  })

  test('begins with the profile header in the encoding of the module', () => {
    const [header] = built(plainConfig)
    const templates = ['01', '03', '04', '05', '07'].map((last) => `060667810f0102${last}`).join('')
    const name = '8205506c61696e'
    expect(toHex(header!.raw)).toBe(`a049800102810101${name}830a${knownKeys.iccid}a50481008400a628${templates}`)
  })

  test('has PUKs, PINs and keys in the encoding of the module', () => {
    const hex = toHex(buildProfile(plainConfig, knownKeys))
    const ascii = (digits: string) => Buffer.from(digits.padEnd(8, '\xff'), 'latin1').toString('hex')
    expect(hex).toContain(`300d8001018108${ascii('27182818')}300e800200818108${ascii('31415926')}`)
    expect(hex).toContain(`8001018108${ascii('0000')}820101830106`)
    expect(hex).toContain(`80010a8108${ascii('16180339')}830103840200aa`)
    expect(hex).toContain(`800200818108${ascii('4711')}82020081830103`)
    expect(hex).toContain(`a12ca12a8001018101018210${toHex(knownKeys.ki)}8310${toHex(knownKeys.opc!)}`)
    expect(hex).toContain(`950138820101830101301730158001888610${toHex(knownKeys.ota.kic)}`)
    const sdAids = '4f07a00000015153504f08a0000001515350414f08a000000151000000'
    const toolkit = '800d010000000002011603b2010000'
    expect(hex).toContain(`${sdAids}820382dc0083010fc90a810280008201f08701f0ea0f${toolkit}a2`)
    expect(hex.endsWith('aa07a005800081010d')).toBe(true)
  })
})

describe('on the card', () => {
  test('the ICCID has digits as printed in the header and swapped nibbles in EF.ICCID', () => {
    const image = installed(fullConfig)
    expect(toHex(image.iccid)).toBe('89460100000000000017')
    expect(toHex(image.files['3f002fe2']!.content)).toBe('98641000000000000071')
  })

  test.each([
    ['EF.IMSI', '6f07', '082904102143658759'],
    ['EF.ACC: class 5', '6f78', '0020'],
    ['EF.AD: two digits of MNC', '6fad', '00000002'],
    ['EF.SPN', '6f46', '0041636d6520576972656c657373ffffff'],
    ['EF.HPLMNwAcT', '6f62', '42f010c880'],
    ['EF.EHPLMN', '6fd9', '42f070130014ffffffffffffffffff'],
    ['EF.FPLMN', '6f7b', '62f230ffffffffffffffffff'],
    ['EF.LOCI', '6f7e', 'ffffffff42f010fffeff01'],
    ['EF.GID1', '6f3e', 'a1b2'],
    ['EF.GID2', '6f3f', 'c3'],
    ['EF.LI', '6f05', '7376656effff'],
    ['EF.ECC', '6fb7', '11f2ff0019f1ff00'],
    ['EF.OPL', '6fc6', '42f0100000fffe0142f0700000fffe011300140000fffe01'],
    ['EF.Kc: no key', '5f3b4f20', 'ffffffffffffffff07'],
    ['EF.KcGPRS: no key', '5f3b4f52', 'ffffffffffffffff07'],
    ['EF.5GSN3GPPLOCI: not registered', '5fc04f02', `${'ff'.repeat(16)}00000001`],
    ['EF.Routing_Indicator', '5fc04f0a', '71ffffff'],
  ])('%s', (_name, fid, hex) => {
    expect(content(fullConfig, fid)).toBe(hex)
  })

  test('lists of networks have the eight entries of the template, or more if needed', () => {
    expect(content(fullConfig, '6f60')).toBe(`62f2104000${'ffffff0000'.repeat(7)}`)
    const many = Array.from({ length: 50 }, (_, i) => ({ plmn: `262${i + 10}`, access: ['E-UTRAN'] as const }))
    expect(usimFile({ ...plainConfig, oplmn: many }, '6f61')!.content.length).toBe(250)
  })

  test('files that a template does not create by default exist even without content', () => {
    expect(content(plainConfig, '6f05')).toBe('ff'.repeat(6))
    expect(content(plainConfig, '5f3b4f20')).toBe(`${'ff'.repeat(8)}07`)
    expect(content(plainConfig, '5f3b4f52')).toBe(`${'ff'.repeat(8)}07`)
  })

  test('a service is on if and only if its file exists', () => {
    const full = decodeServices(usimFile(fullConfig, '6f38')!.content)
    const plain = decodeServices(usimFile(plainConfig, '6f38')!.content)
    expect(full).toEqual([
      2, 10, 12, 17, 18, 19, 20, 21, 27, 28, 33, 34, 38, 42, 43, 45, 46, 71, 85, 122, 123, 124, 126,
    ])
    expect(plain).toEqual([2, 10, 12, 21, 27, 28, 33, 34, 38, 85])
    for (const fid of ['6f3e', '6f3f', '6f60', '6f61', '6f62', '6fc5', '6fc6', '6fd9', '5fc0']) {
      expect(usimFile(plainConfig, fid)).toBeUndefined()
      expect(usimFile(fullConfig, fid)).toBeDefined()
    }
  })

  test('SUCI calculation by the USIM adds DF.SAIP and the services the eUICC must support', () => {
    const config = { ...fullConfig, fiveG: { ...fullConfig.fiveG!, suciCalculation: 'USIM' as const } }
    const image = installed(config)
    expect(image.files['3f007ff05fd04f01']).toBeDefined()
    expect(image.files['3f007ff05fc04f07']).toBeUndefined()
    expect(image.mandatoryServices).toEqual(['usim', 'milenage', 'get-identity', 'profile-a-x25519'])
    expect(decodeServices(image.files['3f007ff06f38']!.content)).toContain(125)
  })

  test('every access rule that a file refers to exists in EF.ARR', () => {
    const image = installed(fullConfig)
    for (const file of Object.values(image.files)) {
      const rules = contentFile(image, file.path.length <= 8 ? '3f002f06' : '3f007ff06f06')!
      expect(recordOf(rules, file.accessRule.record)?.[0]).toBe(0x80)
    }
  })

  test('PIN1 is disabled unless the configuration enables it; PIN2 belongs to the USIM', () => {
    const pins = (config: ProfileConfig) =>
      installed(config).pins.map(({ directory, reference, enabled }) => [directory, reference, enabled])
    expect(pins(plainConfig)).toEqual([
      ['3f00', 1, false],
      ['3f00', 10, true],
      ['3f007ff0', 129, true],
    ])
    expect(pins({ ...plainConfig, pin1: 'enabled' })[0]).toEqual(['3f00', 1, true])
  })

  test("a profile's own service centre overrides the configuration's", () => {
    expect(content(fullConfig, '6f42')).toContain('07916407058099f9')
    expect(content(fullConfig, '6f42', { ...knownKeys, smsp: '+46111' })).toContain('04916411f1')
    expect(content(plainConfig, '6f42')).toBe('ff'.repeat(38))
  })

  test.each([
    [
      'the home network it begins with',
      { ...plainConfig, hplmn: [{ plmn: '310410', access: [] }] },
      '310410123456789',
      3,
    ],
    ['an equivalent one', { ...fullConfig }, '310410123456789', 3],
    ['the country, without a list: USA', plainConfig, '310410123456789', 3],
    ['the country, without a list: Sweden', plainConfig, '240011234567895', 2],
  ])('the length of the MNC comes from %s', (_what, config, imsi, length) => {
    expect(content(config, '6fad', { ...knownKeys, imsi: parseImsi(imsi) })).toBe(`0000000${length}`)
  })

  test('a name too long for EF.SPN is shortened, and the configuration check says so', () => {
    const config = { ...plainConfig, serviceProviderName: 'A name of thirty-one characters' }
    expect(content(config, '6f46')).toBe(`00${Buffer.from('A name of thirty').toString('hex')}`)
    expect(checkConfig(config)).toMatchObject([{ severity: 'warning', field: 'serviceProviderName' }])
  })

  test('the MNO-SD has SCP03 keys next to those of SCP80 if configured', () => {
    const keys = { ...knownKeys, scp03: { enc: random(16), mac: random(16), dek: random(16) } }
    const versions = (config: ProfileConfig) =>
      installed(config, keys).securityDomains.flatMap((domain) => domain.keys.map((key) => toHex(key.keyVersionNumber)))
    expect(versions(plainConfig)).toEqual(['01', '01', '01'])
    expect(versions({ ...plainConfig, scp03: 'keys' })).toEqual(['01', '01', '01', '30', '30', '30'])
  })
})

describe('assembling from a compiled configuration', () => {
  const configs: ProfileConfig[] = [
    fullConfig,
    plainConfig,
    { ...fullConfig, algorithm: 'TUAK', kiBytes: 32 },
    { ...plainConfig, otaKeyBytes: 32, scp03: 'keys', saipVersion: '3.1' },
  ]
  const compiled = configs.map(compile)

  test('yields the same bytes as buildProfile for any keys', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
    const identity = fc.record({
      iccid: digits(17).map((text) => parseIccid(`89${text}`)),
      imsi: digits(10).map((text) => parseImsi(`24001${text}`)),
      msisdn: fc.option(
        digits(11).map((text) => `4${text.slice(1)}`),
        { nil: undefined },
      ),
      pin1: digits(4),
      puk1: digits(8),
      adm1: digits(8),
    })
    fc.assert(
      fc.property(identity, fc.nat(configs.length - 1), (own, which) => {
        const config = configs[which]!
        const ota = config.otaKeyBytes ?? 16
        const keys: ProfileKeys = {
          ...knownKeys,
          ...own,
          ki: random(config.kiBytes ?? 16),
          opc: random(config.algorithm === 'TUAK' ? 32 : 16),
          ota: { kic: random(ota), kid: random(ota), kik: random(ota) },
          scp03: { enc: random(ota), mac: random(ota), dek: random(ota) },
        }
        expect(toHex(assemble(compiled[which]!, keys))).toBe(toHex(buildProfile(config, keys)))
      }),
    )
  })

  test('takes well below a millisecond of processor time', () => {
    const [first] = compiled
    const times = Array.from({ length: 200 }, () => {
      const began = process.cpuUsage()
      assemble(first!, knownKeys)
      const { user, system } = process.cpuUsage(began)
      return user + system
    }).sort((a, b) => a - b)
    expect(times[100]).toBeLessThan(1_000)
  })

  test('leaves the compiled template unchanged', () => {
    const before = toHex(compiled[0]!.template)
    assemble(compiled[0]!, knownKeys)
    expect(toHex(compiled[0]!.template)).toBe(before)
    expect(before).not.toContain(toHex(knownKeys.ki))
  })
})

describe('keys that are refused', () => {
  test.each<[string, Partial<ProfileKeys>]>([
    ['ki', { ki: fromHex('00'.repeat(16)) }],
    ['ki', { ki: fromHex('ff'.repeat(16)) }],
    ['ki', { ki: fromHex('000102030405060708090a0b0c0d0e0f') }],
    ['ki', { ki: fromHex('00112233445566778899aabbccddeeff') }],
    ['ki', { ki: fromHex('11223344556677881122334455667788') }],
    ['opc', { opc: fromHex('0102030405060708090a0b0c0d0e0f00') }],
    ['opc', { opc: fromHex('e8ed289deba952e4283b54e88e6183ca') }],
    ...publishedVectors.flatMap(([ki, op, opc]): [string, Partial<ProfileKeys>][] => [
      ['ki', { ki: fromHex(ki) }],
      ['op', { op: fromHex(op), opc: undefined }],
      ['opc', { opc: fromHex(opc) }],
    ]),
    ['kic', { ota: { ...knownKeys.ota, kic: fromHex('66778899aabbccdd1122334455eeff10') } }],
    ['kid', { ota: { ...knownKeys.ota, kid: fromHex('404142434445464748494a4b4c4d4e4f') } }],
    ['kik', { ota: { ...knownKeys.ota, kik: fromHex('a5'.repeat(16)) } }],
  ])('a publicly known or patterned %s, except in a test profile', (field, change) => {
    const keys = { ...knownKeys, ...change }
    const error = caught(() => buildProfile(plainConfig, keys))
    expect(error.code).toBe('keys')
    expect(error.message).toContain(`${field}: `)
    expect(caught(() => assemble(compile(plainConfig), keys)).code).toBe('keys')
    expect(() => buildProfile({ ...plainConfig, profileClass: 'test' }, keys)).not.toThrow()
  })

  test.each<[string, Partial<ProfileKeys>, string]>([
    ['a Ki of 15 bytes', { ki: random(15) }, 'ki: Must have 16 bytes.'],
    ['no OPc and no OP', { opc: undefined }, 'op: Must have 16 bytes.'],
    ['an OPc of 32 bytes', { opc: random(32) }, 'opc: Must have 16 bytes.'],
    ['a PIN of 3 digits', { pin1: '123' }, 'pin1: Must have 4 to 8 digits.'],
    ['a PIN with a letter', { pin2: '12a4' }, 'pin2: Must have 4 to 8 digits.'],
    ['a PUK of 7 digits', { puk1: '1234567' }, 'puk1: Must have 8 digits.'],
    ['an ADM1 of 9 digits', { adm1: '123456789' }, 'adm1: Must have 4 to 8 digits.'],
    ['an MSISDN with a letter', { msisdn: '46x' }, 'msisdn: Is not a telephone number.'],
    ['an IMSI of China', { imsi: '460011234567890' as never }, 'imsi: Is not an IMSI.'],
    ['an ICCID with a wrong check digit', { iccid: '89460100000000000011' as never }, 'iccid: Is not an ICCID.'],
    ['an OTA key of 15 bytes', { ota: { ...knownKeys.ota, kid: random(15) } }, 'kid: Must have 16 bytes.'],
  ])('%s', (_what, change, text) => {
    expect(caught(() => buildProfile(plainConfig, { ...knownKeys, ...change })).message).toBe(text)
  })

  test('SCP03 without keys and TUAK with an OPc of MILENAGE', () => {
    expect(caught(() => buildProfile({ ...plainConfig, scp03: 'keys' }, knownKeys)).message).toContain('scp03.enc')
    expect(caught(() => buildProfile({ ...plainConfig, algorithm: 'TUAK' }, knownKeys)).message).toBe(
      'opc: Must have 32 bytes.',
    )
  })

  test('no message contains a key', () => {
    const keys = { ...knownKeys, ki: fromHex('000102030405060708090a0b0c0d0e0f'), pin1: '987' }
    const { message } = caught(() => buildProfile(plainConfig, keys))
    expect(message).not.toContain('000102')
    expect(message).not.toContain('987')
  })
})

// Home network keys of 3GPP TS 33.501, annex C.4: profile A in fullConfig, profile B here.
const p256Key = '0272da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd1'
const schemeB = { ...fullConfig.fiveG!, protectionScheme: 'B' as const, homeNetworkPublicKey: p256Key }
/** u = 2 is on the twist of Curve25519. */
const twistKey = `02${'00'.repeat(31)}`
/** A point of order 8. RFC 7748, 6.1 requires refusing keys that lead to a shared secret of zero. */
const smallOrderKey = 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'

test.each([
  ['on Curve25519', fullConfig.fiveG!],
  ['on P-256', schemeB],
])('a home network key %s is accepted', (_curve, fiveG) => {
  expect(() => compile({ ...plainConfig, fiveG })).not.toThrow()
})

describe('configurations that are refused', () => {
  test.each<[string, Partial<ProfileConfig>]>([
    ['profileName', { profileName: '' }],
    ['profileName', { profileName: 'ä'.repeat(51) }],
    ['gid1', { gid1: 'a' }],
    ['gid2', { gid2: '00'.repeat(21) }],
    ['hplmn', { hplmn: [{ plmn: '2400', access: [] }] }],
    ['oplmn', { oplmn: [{ plmn: '24a01', access: [] }] }],
    ['rplmn', { rplmn: '' }],
    ['fplmn', { hplmn: [{ plmn: '24001', access: [] }], fplmn: ['24001'] }],
    ['emergencyNumbers', { emergencyNumbers: ['+112'] }],
    ['algorithm', { algorithm: 'XOR' }],
    ['kiBytes', { kiBytes: 32 }],
    ['fiveG', { fiveG: fullConfig.fiveG, saipVersion: '2.1' }],
    ['fiveG.routingIndicator', { fiveG: { ...fullConfig.fiveG!, routingIndicator: '12345' } }],
    ['fiveG.homeNetworkPublicKey', { fiveG: { ...fullConfig.fiveG!, protectionScheme: 'B' } }],
    ['fiveG.homeNetworkPublicKey', { fiveG: { ...fullConfig.fiveG!, homeNetworkPublicKey: twistKey } }],
    ['fiveG.homeNetworkPublicKey', { fiveG: { ...fullConfig.fiveG!, homeNetworkPublicKey: '00'.repeat(32) } }],
    ['fiveG.homeNetworkPublicKey', { fiveG: { ...fullConfig.fiveG!, homeNetworkPublicKey: smallOrderKey } }],
    ['fiveG.homeNetworkPublicKey', { fiveG: { ...schemeB, homeNetworkPublicKey: `02${'00'.repeat(31)}01` } }],
    ['fiveG.homeNetworkPublicKey', { fiveG: { ...schemeB, homeNetworkPublicKey: `05${p256Key.slice(2)}` } }],
    ['fiveG.homeNetworkPublicKeyId', { fiveG: { ...fullConfig.fiveG!, homeNetworkPublicKeyId: undefined } }],
  ])('%s', (field, change) => {
    const error = caught(() => compile({ ...plainConfig, ...change }))
    expect(error.code).toBe('config')
    expect(error.message.split(': ')[0]).toBe(field)
  })
})

describe('OPc from OP', () => {
  test.each(publishedVectors)('of Ki %s is that of the specification, and a test profile accepts it', (ki, op, opc) => {
    expect(toHex(deriveOpc(fromHex(ki), fromHex(op)))).toBe(opc)
    const keys = { ...knownKeys, ki: fromHex(ki), opc: undefined, op: fromHex(op) }
    expect(toHex(installed({ ...plainConfig, profileClass: 'test' }, keys).authentications[0]!.opc)).toBe(opc)
  })
})

function isEmptyDescriptor(step: unknown): boolean {
  const { kind, value } = step as { kind?: string; value?: Record<string, unknown> }
  if (kind !== 'fileDescriptor') return false
  const set = Object.entries(value ?? {}).filter(([name, field]) => name !== 'lcsi' && field !== undefined)
  return set.length === 0
}

/** Bytes without a pattern, the same in every run. */
function random(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed >> 8
  })
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
