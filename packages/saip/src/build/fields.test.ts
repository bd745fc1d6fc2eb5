import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, test } from 'vitest'
import { expandPackage } from '../card/expand-package.ts'
import { decodeHttpsSession } from '../card/https-session.ts'
import { checkProfile } from '../check/check-profile.ts'
import { decodeProfile } from '../codec/profile-element.ts'
import { decodeNetworkChoices, decodeNetworks } from '../ef/network.ts'
import { decodeServices } from '../ef/service-table.ts'
import { fullConfig, knownKeys, plainConfig } from '../testing/known-profile.ts'
import { assemble, compile } from './build-profile.ts'
import { checkConfig, type ProfileConfig } from './profile-config.ts'
import { checkKeys, type ProfileKeys } from './profile-keys.ts'

const elements = (config: ProfileConfig, keys: ProfileKeys = knownKeys) =>
  decodeProfile(assemble(compile(config), keys))
const image = (config: ProfileConfig, keys: ProfileKeys = knownKeys) => expandPackage(elements(config, keys))
const file = (change: Partial<ProfileConfig>, path: string, keys?: ProfileKeys) =>
  image({ ...plainConfig, ...change }, keys).files[path]!
const usim = (change: Partial<ProfileConfig>, fid: string) => toHex(file(change, `3f007ff0${fid}`).content)
/** The text object of EF.IMPI, EF.IMPU and EF.DOMAIN, padded with FF to 128 bytes. */
const imsText = (text: string) => `80${hexLength(text)}${Buffer.from(text).toString('hex')}`.padEnd(256, 'f')
const hexLength = (text: string) => text.length.toString(16).padStart(2, '0')

const both = { homeNetworkNameShown: true, hiddenAbroad: true }
const abroad = { hiddenAbroad: true }
const home = { hplmn: [{ plmn: '24001', access: [] }], pnn: { fullName: 'A' } }
const ecc = ['112', { number: '911', name: 'SOS', services: ['ambulance', 'fire'] as const }]

describe('files of the USIM (3GPP TS 31.102)', () => {
  const { fiveG } = fullConfig
  const in5g = (first: number, last: number) => ({ plmn: '26201', areas: { first, last } })
  const eCalls = ['manual-ecall', 'automatic-ecall'] as const
  const names = [{ fullName: 'B', networks: [{ plmn: '26201' }, { plmn: '310410', areas: { first: 1, last: 0x1ff } }] }]

  test.each<[name: string, clause: string, fid: string, change: Partial<ProfileConfig>, hex: string]>([
    ['SPN with both', '4.2.12', '6f46', { serviceProviderName: 'A', spnDisplay: both }, `0341${'ff'.repeat(15)}`],
    ['SPN hidden abroad', '4.2.12', '6f46', { serviceProviderName: 'A', spnDisplay: abroad }, `0241${'ff'.repeat(15)}`],
    ['PNN without home', '4.2.58', '6fc5', { networkNames: names }, `43028142${'ff'.repeat(12)}`],
    ['OPL with areas', '4.2.59', '6fc6', { networkNames: names }, '130014000101ff0162f2100000fffe01'],
    [
      'OPL after home',
      '4.2.59',
      '6fc6',
      { ...home, networkNames: [{ fullName: 'B', networks: [{ plmn: '26201' }] }] },
      '42f0100000fffe0162f2100000fffe02',
    ],
    [
      'OPL with areas before home',
      '4.2.59',
      '6fc6',
      { ...home, networkNames: [{ fullName: 'B', networks: [{ plmn: '24001', areas: { first: 1, last: 2 } }] }] },
      '42f0100001000202' + '42f0100000fffe01',
    ],
    [
      'OPL of equal names',
      '4.2.59',
      '6fc6',
      {
        ...home,
        networkNames: ['B', 'A', 'B'].map((fullName, i) => ({ fullName, networks: [{ plmn: `2620${i}` }] })),
      },
      '42f0100000fffe01' + '62f2000000fffe02' + '62f2100000fffe01' + '62f2200000fffe02',
    ],
    [
      'PNN of equal names',
      '4.2.58',
      '6fc5',
      { ...home, networkNames: ['B', 'A', 'B'].map((fullName) => ({ fullName, networks: [{ plmn: '26200' }] })) },
      `43028141${'ff'.repeat(12)}43028142${'ff'.repeat(12)}`,
    ],
    [
      'OPL without areas of 5G',
      '4.2.59',
      '6fc6',
      { fiveG, networkNames: [{ fullName: 'B', networks: [in5g(0x10, 0x10000), in5g(0x10000, 0x10001)] }] },
      '62f2100010fffe01',
    ],
    [
      'OPL5G',
      '4.4.11.9',
      '5fc04f08',
      { fiveG, networkNames: [{ fullName: 'B', networks: [{ plmn: '26202' }, in5g(0x10, 0x10000)] }] },
      '62f21000001001000001' + '62f220000000fffffe01',
    ],
    ['ECC of an eCall', '4.2.21', '6fb7', { emergencyNumbers: [{ number: '112', services: eCalls }] }, '11f2ff60'],
    ['ACC of classes', '4.2.15', '6f78', { accessClasses: [0, 9, 11, 15] }, '8a01'],
    ['AD cell test', '4.2.18', '6fad', { operationMode: 'cell-test' }, '04000002'],
    ['AD maintenance', '4.2.18', '6fad', { operationMode: 'maintenance', mncLength: 3 }, '02000003'],
    ['AD of a test profile', '4.2.18', '6fad', { profileClass: 'test' }, '80000002'],
    [
      'AD of a test profile that is normal',
      '4.2.18',
      '6fad',
      { profileClass: 'test', operationMode: 'normal' },
      '00000002',
    ],
    ['ECC with name and services', '4.2.21', '6fb7', { emergencyNumbers: ecc }, `11f2ffffffff00${'19f1ff534f5306'}`],
    ['EST', '4.2.47', '6f56', {}, '00'],
    [
      'UAC access identities',
      '4.4.11.7',
      '5fc04f06',
      { fiveG: { ...fiveG!, accessIdentities: { missionCritical: true } } },
      '02000000',
    ],
    ['UAC without identity', '4.4.11.7', '5fc04f06', { fiveG }, '00000000'],
    ['SUCI null', '4.4.11.8', '5fc04f07', { fiveG: { ...fiveG!, protectionScheme: 'null' } }, 'a0020000a100'],
  ])('%s, clause %s', (_name, _clause, fid, change, hex) => {
    expect(usim(change, fid)).toBe(hex)
  })

  test('names of networks switch services 45 and 46 on', () => {
    const services = decodeServices(fromHex(usim({ networkNames: names }, '6f38')))
    expect(services).toEqual(expect.arrayContaining([45, 46]))
    expect(services).not.toContain(129)
  })

  test('names of networks in 5G switch service 129 on, and 46 only if they apply elsewhere', () => {
    const only = { fiveG, networkNames: [{ fullName: 'B', networks: [in5g(0x10000, 0x10001)] }] }
    const services = decodeServices(fromHex(usim(only, '6f38')))
    expect(services).toEqual(expect.arrayContaining([45, 129]))
    expect(services).not.toContain(46)
    expect(Object.keys(image({ ...plainConfig, ...only }).files)).not.toContain('3f007ff06fc6')
  })
})

describe('lists of 10,000 networks', () => {
  const plmns = Array.from(
    { length: 10_000 },
    (_, i) => `${200 + Math.floor(i / 100)}${String(i % 100).padStart(2, '0')}`,
  )
  const choices = plmns.map((plmn) => ({ plmn, access: ['E-UTRAN' as const] }))
  const config = { ...plainConfig, oplmn: choices, plmn: choices, fplmn: plmns, ehplmn: ['99970'] }

  test('are complete on the card, with the size of the content', () => {
    const { files } = image(config)
    expect(files['3f007ff06f61']!.content.length).toBe(50_000)
    expect(decodeNetworkChoices(files['3f007ff06f61']!.content)).toEqual(choices)
    expect(files['3f007ff06f60']!.content).toEqual(files['3f007ff06f61']!.content)
    expect(decodeNetworks(files['3f007ff06f7b']!.content)).toEqual(plmns)
  })

  test('are filled in several steps', () => {
    const element = elements(config).find(({ kind }) => kind === 'opt-usim')!
    const steps = element.kind === 'opt-usim' ? (element.value['ef-oplmnwact'] ?? []) : []
    expect(steps.map(({ kind, value }) => (kind === 'fillFileContent' ? value.length : kind))).toEqual([
      'fileDescriptor',
      16_384,
      16_384,
      16_384,
      848,
    ])
  })

  test('have no entry more', () => {
    const found = checkConfig({ ...plainConfig, oplmn: [...choices, choices[0]!] })
    expect(found).toEqual([{ severity: 'error', field: 'oplmn', text: 'Up to 10,000 networks.' }])
  })
})

describe('an ISIM (3GPP TS 31.103)', () => {
  const ims = { pcscf: ['pcscf.acme.example', '192.0.2.1', '2001:db8::1'] }
  const config: ProfileConfig = { ...plainConfig, ims, hplmn: [{ plmn: '24001', access: [] }] }
  const derived = '240011234567895@ims.mnc001.mcc240.3gppnetwork.org'
  const isim = (fid: string, change: Partial<ProfileConfig> = {}, keys = knownKeys) =>
    toHex(image({ ...config, ...change }, keys).files[`3f007ff1${fid}`]!.content)
  const free = 'ff'.repeat(128)

  test('derives its identities from the IMSI (TS 23.003, 13.2 to 13.4B)', () => {
    expect(isim('6f02')).toBe(imsText(derived))
    expect(isim('6f03')).toBe(imsText('ims.mnc001.mcc240.3gppnetwork.org'))
    expect(isim('6f04')).toBe(`${imsText(`sip:${derived}`)}${free}${free}`)
  })

  test('can be managed over the air, under a TAR of its own', () => {
    const tars = (change: Partial<ProfileConfig>) =>
      image({ ...config, ...change }).rfms.map(({ tarList = [] }) => tarList.map(toHex).join())
    expect(tars({ ims: { ...ims, isRemotelyManaged: true } })).toEqual(['b00000', 'b00020', 'b00025'])
    expect(tars({})).toEqual(['b00000', 'b00020'])
    const [, , rfm] = image({ ...config, ims: { ...ims, isRemotelyManaged: true } }).rfms
    expect(toHex(rfm!.adfRFMAccess!.adfAID)).toBe('a0000000871004ffffffff8900000100')
  })

  test('has the identities of the profile and the domain of the configuration', () => {
    const impu = ['sip:+46701234567@acme.example', 'tel:+46701234567']
    const change = { ims: { domain: 'acme.example', publicIdentityRecords: 2 } }
    const keys = { ...knownKeys, impi: 'anna@acme.example', impu }
    expect(isim('6f02', change, keys)).toBe(imsText('anna@acme.example'))
    expect(isim('6f02', change)).toBe(imsText('240011234567895@acme.example'))
    expect(isim('6f04', change, keys)).toBe(impu.map(imsText).join(''))
    expect(isim('6f03', change)).toBe(imsText('acme.example'))
  })

  test('has P-CSCF addresses of each type with the services for them (4.2.7, 4.2.8)', () => {
    const name = Buffer.from('pcscf.acme.example').toString('hex')
    expect(isim('6f09')).toBe(
      [`801300${name}`, `800501c0000201${'ff'.repeat(14)}`, `80110220010db8${'00'.repeat(11)}01ffff`].join(''),
    )
    expect(decodeServices(fromHex(isim('6f07')))).toEqual([1, 5])
    expect(image({ ...config, ims: {} }).files['3f007ff16f09']).toBeUndefined()
    expect(decodeServices(fromHex(isim('6f07', { ims: {} })))).toEqual([])
    expect(isim('6fad', { operationMode: 'cell-test' })).toBe('040000')
  })

  test('shares PIN2 and keys with the USIM, is in EF.DIR and required of the eUICC', () => {
    const card = image(config)
    const [own, shared] = card.authentications
    expect(shared).toEqual({ ...own, adf: '3f007ff1' })
    expect(card.pinLinks).toEqual([{ directory: '3f007ff1', sharedWith: '3f007ff0' }])
    expect(card.mandatoryServices).toEqual(['usim', 'isim', 'milenage'])
    expect(toHex(card.files['3f002f00']!.content.subarray(38)).slice(0, 52)).toBe(
      '61184f10a0000000871004ffffffff890000010050044953494d',
    )
    expect(checkProfile(elements(config)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test.each<[string, Partial<ProfileConfig>]>([
    ['ims.domain', { ims: { domain: 'acme' } }],
    ['ims.domain', { ims: { domain: `${'a'.repeat(60)}.${'b'.repeat(60)}.example` } }],
    ['ims.pcscf', { ims: { pcscf: ['1.2.3.256'] } }],
    ['ims.pcscf', { ims: { pcscf: ['1::2::3'] } }],
    ['ims.publicIdentityRecords', { ims: { publicIdentityRecords: 11 } }],
  ])('refuses %s %j', (field, change) => {
    expect(checkConfig({ ...config, ...change })).toMatchObject([{ severity: 'error', field }])
  })

  test.each<[string, Partial<ProfileKeys>]>([
    ['impi', { impi: 'sip:anna@acme.example' }],
    ['impi', { impi: 'anna' }],
    ['impi', { impi: `${'a'.repeat(120)}@acme.example` }],
    ['impu', { impu: ['anna@acme.example'] }],
    ['impu', { impu: ['tel:anna'] }],
    ['impu', { impu: Array.from({ length: 4 }, (_, i) => `sip:${i}@acme.example`) }],
  ])('refuses %s %j of a profile', (field, change) => {
    expect(checkKeys({ ...knownKeys, ...change }, config)).toMatchObject([{ severity: 'error', field }])
  })

  test('an identity without an ISIM is refused', () => {
    const keys = { ...knownKeys, impi: derived }
    expect(checkKeys(keys, plainConfig)).toMatchObject([{ severity: 'error', field: 'impi' }])
  })
})

describe('over-the-air management', () => {
  const dek = fromHex('7be10c93d25f8846a0341d6ebc29f753')
  const scp03 = { enc: dek, mac: dek, dek }
  const scp81 = { psk: fromHex('3fd61c0874ab925ec1e07f48b3962a5d'), dek: fromHex('d92c4f0e7ba3156a88c1f29e0473bd5a') }
  const domain = (change: Partial<ProfileConfig>, keys: ProfileKeys = knownKeys) =>
    image({ ...plainConfig, ...change }, keys).securityDomains[0]!

  test('SCP81 adds its protocol and the keys of version 64 (GlobalPlatform, amendment B, 3.3)', () => {
    const { instance, keys } = domain({ scp81: {} }, { ...knownKeys, scp81 })
    expect(toHex(instance.applicationSpecificParametersC9)).toBe('81028000810281048201f08701f0')
    const https = keys.filter(({ keyVersionNumber }) => keyVersionNumber[0] === 0x40)
    expect(
      https.map(({ keyUsageQualifier, keyIdentifier, keyComponents }) => [
        toHex(keyUsageQualifier),
        keyIdentifier[0],
        toHex(keyComponents[0]!.keyType),
        toHex(keyComponents[0]!.keyData),
      ]),
    ).toEqual([
      ['3c', 1, '85', toHex(scp81.psk)],
      ['c8', 2, '88', toHex(scp81.dek)],
    ])
  })

  test('SCP80 has the configured key version and security (ETSI TS 102 225, 5.1.1)', () => {
    const scp80 = { keyVersion: 5, ciphering: 'optional', counter: 'next' } as const
    const { instance, keys } = domain({ scp80 })
    expect(keys.map(({ keyVersionNumber }) => keyVersionNumber[0])).toEqual([5, 5, 5])
    const toolkit = instance.applicationParameters!.uiccToolkitApplicationSpecificParametersField!
    expect(toHex(toolkit)).toBe('01000000000201 1a 03b2010000'.replaceAll(' ', ''))
    const rfms = image({ ...plainConfig, scp80 }).rfms
    expect(rfms.map(({ minimumSecurityLevel }) => toHex(minimumSecurityLevel))).toEqual(['1a', '1a'])
  })

  test('SCP80 has the configured TARs, first counter and length of checksums', () => {
    const tars = { securityDomain: 'b20101', uicc: 'b00001', usim: 'b00021' }
    const scp80 = { tars, counterValue: 2 ** 40 - 2, checksumBytes: 4 } as const
    const { instance, keys } = domain({ scp80, scp03: 'keys' }, { ...knownKeys, scp03 })
    const toolkit = instance.applicationParameters!.uiccToolkitApplicationSpecificParametersField!
    expect(toHex(toolkit)).toBe('01000000000201 16 03b2010100'.replaceAll(' ', ''))
    const counted = keys.map(({ keyVersionNumber, keyCounterValue, keyComponents }) => [
      keyVersionNumber[0],
      keyCounterValue && toHex(keyCounterValue),
      keyComponents[0]!.macLength,
    ])
    expect(counted).toEqual([...Array(3).fill([1, 'fffffffffe', 4]), ...Array(3).fill([0x30, undefined, 8])])
    const rfms = image({ ...plainConfig, scp80 }).rfms
    expect(rfms.map(({ tarList }) => tarList!.map(toHex))).toEqual([['b00001'], ['b00021']])
    const ims = { isRemotelyManaged: true }
    const withIsim = image({ ...plainConfig, ims, scp80: { tars: { isim: 'b00026' } } }).rfms
    expect(withIsim.map(({ tarList }) => tarList!.map(toHex))).toEqual([['b00000'], ['b00020'], ['b00026']])
  })

  const session = { address: '192.0.2.1', host: 'ota.example', uri: '/admin' } as const

  test('SCP81 has the parameters of HTTPS sessions, with the ICCID in the identity of the key', () => {
    const more = { identityPrefix: 'acme-', port: 8443, accessPoint: 'iot', agent: 'a1', retries: 2, retrySeconds: 90 }
    const scp81Config = { keyVersion: 65, session: { ...session, ...more }, personalizationData: ['8501'] }
    const { personalisation } = domain({ scp81: scp81Config }, { ...knownKeys, scp81 })
    expect(personalisation.map(toHex).slice(1)).toEqual(['8501'])
    const { identity, ...decoded } = decodeHttpsSession(personalisation[0]!)!
    expect(new TextDecoder().decode(identity)).toBe(`acme-${knownKeys.iccid.padEnd(20, 'F')}`)
    const { address, host, uri } = session
    expect(decoded).toEqual({
      ...{ address, host, uri, keyVersion: 65, port: 8443, accessPoint: 'iot', bufferBytes: 1400, agent: 'a1' },
      retry: { times: 2, seconds: 90 },
    })
    const empty = { identityPrefix: '', accessPoint: '', agent: '', retries: 0 }
    const plain = domain({ scp81: { session: { ...session, ...empty } } }, { ...knownKeys, scp81 }).personalisation[0]!
    expect(decodeHttpsSession(plain)).toMatchObject({ keyVersion: 64, port: 443 })
    for (const absent of ['retry', 'agent', 'accessPoint']) expect(decodeHttpsSession(plain)).not.toHaveProperty(absent)
  })

  test.each<[string, Partial<ProfileConfig>]>([
    ['scp80.counterValue', { scp80: { counterValue: 2 ** 40 - 1 } }],
    ['scp80.checksumBytes', { scp80: { checksumBytes: 6 as never } }],
    ['scp80.tars.usim', { scp80: { tars: { usim: 'b0002' } } }],
    ['scp80.tars.usim', { scp80: { tars: { uicc: 'B00020' } } }],
    ['scp81.session.address', { scp81: { session: { ...session, address: 'ota.example' } } }],
    ['scp81.session.host', { scp81: { session: { ...session, host: '' } } }],
    ['scp81.session.uri', { scp81: { session: { ...session, uri: 'admin' } } }],
    ['scp81.session.agent', { scp81: { session: { ...session, agent: 'ä' } } }],
    ['scp81.session.accessPoint', { scp81: { session: { ...session, accessPoint: 'iot..example' } } }],
    ['scp81.session.port', { scp81: { session: { ...session, port: 0 } } }],
    ['scp81.session.retrySeconds', { scp81: { session: { ...session, retrySeconds: 86_400 } } }],
    [
      'scp81.session',
      {
        scp81: {
          session: {
            ...session,
            identityPrefix: 'i'.repeat(40),
            host: 'h'.repeat(64),
            uri: `/${'u'.repeat(63)}`,
            agent: 'a'.repeat(40),
          },
        },
      },
    ],
    ['scp80.keyVersion', { scp80: { keyVersion: 16 } }],
    ['scp81.keyVersion', { scp81: { keyVersion: 63 } }],
    ['scp81.pskBytes', { scp81: { pskBytes: 24 as never } }],
    ['scp81.personalizationData', { scp81: { personalizationData: ['8505', '8'] } }],
    ['otaKeyBytes', { otaKeyBytes: 24 as never }],
    ['saipVersion', { saipVersion: '4.0' as never }],
    ['fiveG', { fiveG: fullConfig.fiveG, saipVersion: '2.1' }],
  ])('refuses %s %j', (field, change) => {
    expect(checkConfig({ ...plainConfig, ...change })).toMatchObject([{ severity: 'error', field }])
  })

  test('has the personalization data as it is, and none by default', () => {
    const data = ['85050102030405', 'AB']
    expect(
      domain({ scp81: { personalizationData: data } }, { ...knownKeys, scp81 }).personalisation.map(toHex),
    ).toEqual(['85050102030405', 'ab'])
    expect(domain({ scp81: {} }, { ...knownKeys, scp81 }).personalisation).toEqual([])
  })

  test('refuses missing and published keys of SCP81', () => {
    const fields = (keys: ProfileKeys) => checkKeys(keys, { ...plainConfig, scp81: {} }).map(({ field }) => field)
    expect(fields(knownKeys)).toEqual(['scp81.psk', 'scp81.dek'])
    const published = fromHex('404142434445464748494a4b4c4d4e4f')
    expect(fields({ ...knownKeys, scp81: { ...scp81, psk: published } })).toEqual(['scp81.psk'])
  })
})

test.each<[string, Partial<ProfileConfig>]>([
  ['pnn', { pnn: { fullName: 'Ω'.repeat(300) } }],
  ['networkNames', { networkNames: [{ fullName: 'Я'.repeat(128), networks: [{ plmn: '26201' }] }] }],
  ['languages', { languages: ['SV'] }],
  ['smsp', { smsp: '46x' }],
  ['fiveG.homeNetworkPublicKeyId', { fiveG: { ...fullConfig.fiveG!, homeNetworkPublicKeyId: 256 } }],
  ['networkNames', { networkNames: [{ fullName: '', networks: [{ plmn: '26201' }] }] }],
  ['networkNames', { networkNames: [{ fullName: 'B', networks: [] }] }],
  ['networkNames', { networkNames: [{ fullName: 'B', networks: [{ plmn: '2620' }] }] }],
  ['networkNames', { networkNames: [{ fullName: 'B', networks: [{ plmn: '26201', areas: { first: 2, last: 1 } }] }] }],
  [
    'networkNames',
    { networkNames: [{ fullName: 'B', networks: [{ plmn: '26201', areas: { first: 1, last: 65535 } }] }] },
  ],
  [
    'networkNames',
    { networkNames: [{ fullName: 'B', networks: Array.from({ length: 255 }, () => ({ plmn: '26201' })) }] },
  ],
  ['accessClasses', { accessClasses: [10] }],
  ['accessClasses', { accessClasses: [] }],
  ['operationMode', { operationMode: 'offline' as never }],
  ['mncLength', { mncLength: 4 as never }],
  ['emergencyNumbers', { emergencyNumbers: [{ number: '1234567' }] }],
  ['emergencyNumbers', { emergencyNumbers: [{ number: '112', services: ['army' as never] }] }],
])('refuses %s %j', (field, change) => {
  expect(checkConfig({ ...plainConfig, ...change })).toMatchObject([{ severity: 'error', field }])
})
