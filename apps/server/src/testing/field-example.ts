import { toHex } from '@simwright/asn1'
import type { ConfigurationInput } from '@simwright/contract/profiles/configuration'
import { type CardImage, decodeHttpsSession } from '@simwright/saip'
import type { CardField } from '../modules/profiles/configurations/card-value.ts'

/** The algorithm has tests of its own: the card answers as the algorithm says. */
export type ExampleField = Exclude<CardField, 'algorithm'>

export const fiveGExample = { routingIndicator: '12', protectionScheme: 'null', suciCalculation: 'ME' } as const

const constants = [0, 1, 2, 4, 8].map((last) => String(last).padStart(32, '0')).join(' ')

export type FieldExample = {
  /** Other fields that it needs in order to have an effect. */
  with?: Partial<ConfigurationInput>
  value: unknown
  /**
   * Path of a file and a pattern for the beginning of its content. `profileType` is in the header of the package; `authentication` is
   * the algorithm with its options, the bytes of Ki, iterations, rotations and constants; `keys` are the versions, bytes and
   * checksum lengths of the security domain's keys with their counters, after the security of remote file management and all
   * TARs, and before its personalization data;
   * `pin1` is whether it is enabled; `applets` are their AIDs, install parameters and commands.
   */
  card: readonly [file: string, content: string]
  /** The document and clause that define the coding. */
  clause: string
}

/** An example of each field that is written to the card. A new field does not compile without one. */
export const fieldExamples: Record<ExampleField, FieldExample> = {
  profileName: {
    value: 'Other',
    card: ['profileType', 'Other'],
    clause: 'TCA eUICC Profile Package, 8.2 (profileType)',
  },
  serviceProviderName: { value: 'Alba', card: ['3f007ff06f46', '00416c6261ff'], clause: '3GPP TS 31.102, 4.2.12' },
  hplmn: {
    value: [{ plmn: '26201', access: ['E-UTRAN'] }],
    card: ['3f007ff06f62', '62f2104000'],
    clause: '3GPP TS 31.102, 4.2.54',
  },
  ehplmn: { value: ['26202'], card: ['3f007ff06fd9', '62f220'], clause: '3GPP TS 31.102, 4.2.84' },
  oplmn: {
    value: [{ plmn: '26203', access: ['GSM'] }],
    card: ['3f007ff06f61', '62f2300080'],
    clause: '3GPP TS 31.102, 4.2.53',
  },
  plmn: {
    value: [{ plmn: '26204', access: ['UTRAN'] }],
    card: ['3f007ff06f60', '62f2408000'],
    clause: '3GPP TS 31.102, 4.2.5',
  },
  fplmn: { value: ['26205'], card: ['3f007ff06f7b', '62f250'], clause: '3GPP TS 31.102, 4.2.16' },
  rplmn: { value: '26206', card: ['3f007ff06f7e', 'ffffffff62f260'], clause: '3GPP TS 31.102, 4.2.17' },
  pnn: { value: { fullName: 'Alba', shortName: 'Al' }, card: ['3f007ff06fc5', '43'], clause: '3GPP TS 31.102, 4.2.58' },
  networkNames: {
    with: { fiveG: fiveGExample },
    value: [
      { fullName: 'Borealis', networks: ['26208'], firstArea: 16, lastArea: 65536 },
      { fullName: 'Borealis', networks: ['26209'] },
    ],
    card: ['3f007ff05fc04f08', '62f280000010010000'],
    clause: '3GPP TS 31.102, 4.2.58, 4.2.59, 4.4.11.9',
  },
  gid1: { value: 'A1', card: ['3f007ff06f3e', 'a1'], clause: '3GPP TS 31.102, 4.2.10' },
  gid2: { value: 'B2', card: ['3f007ff06f3f', 'b2'], clause: '3GPP TS 31.102, 4.2.11' },
  smsp: { value: '+4915112345678', card: ['3f007ff06f42', 'ff'], clause: '3GPP TS 31.102, 4.2.27' },
  fiveG: { value: fiveGExample, card: ['3f007ff05fc04f0a', '21'], clause: '3GPP TS 31.102, 4.4.11.11' },
  spnDisplay: {
    with: { serviceProviderName: 'Alba' },
    value: { homeNetworkNameShown: true, hiddenAbroad: true },
    card: ['3f007ff06f46', '03416c6261'],
    clause: '3GPP TS 31.102, 4.2.12',
  },
  emergencyNumbers: {
    value: [{ number: '110', name: 'Police', services: ['police'] }, '119'],
    card: ['3f007ff06fb7', '11f0ff506f6c69636501'],
    clause: '3GPP TS 31.102, 4.2.21',
  },
  languages: { value: ['de'], card: ['3f002f05', '6465'], clause: 'ETSI TS 102 221, 13.3' },
  accessClasses: { value: ['0', '15'], card: ['3f007ff06f78', '8001'], clause: '3GPP TS 31.102, 4.2.15' },
  operationMode: { value: 'cell-test', card: ['3f007ff06fad', '04'], clause: '3GPP TS 31.102, 4.2.18' },
  mncLength: {
    with: { operationMode: 'normal' },
    value: '3',
    card: ['3f007ff06fad', '00000003'],
    clause: '3GPP TS 31.102, 4.2.18',
  },
  isPin1Enabled: { value: true, card: ['pin1', 'true'], clause: 'ETSI TS 102 221, 9.5.1' },
  ims: {
    with: { type: 'Advanced' },
    value: { domain: 'ims.example.org', pcscf: ['10.0.0.1'] },
    card: ['3f007ff16f03', '800f696d732e6578616d706c652e6f7267'],
    clause: '3GPP TS 31.103, 4.2.3',
  },
  araApplet: {
    with: { type: 'Advanced' },
    value: { rules: [{ certificateHash: 'ab'.repeat(20) }] },
    card: ['applets', `a00000015141434c00 / 80e2900028f026e224e116c114${'ab'.repeat(20)}`],
    clause: 'GlobalPlatform Secure Element Access Control, 4.2.3',
  },
  recycleApplet: {
    with: { type: 'Advanced' },
    value: { service: 'self', host: 'a.example', port: 258 },
    card: ['applets', 'f053494d57524952000101 8010'],
    clause: 'docs/recycle-message.md',
  },
  customApplet: {
    with: { type: 'Advanced' },
    value: { packageAid: 'f0a1b2c3d4', classAid: 'f0a1b2c3d401', parameters: '0102' },
    card: ['applets', 'f0a1b2c3d401 0102'],
    clause: 'TCA eUICC Profile Package, 8.7.3',
  },
  packageVersion: { value: '3.1', card: ['version', '3.1'], clause: 'TCA eUICC Profile Package, 8.2' },
  otaKeyLength: {
    value: '256',
    card: ['keys', '16 b20100 b00000 b00020 01/32/8 01/32/8 01/32/8 30/32/8'],
    clause: 'ETSI TS 102 225, 5.1',
  },
  scp80: {
    value: {
      keyVersion: 3,
      counterValue: 258,
      ciphering: 'optional',
      counter: 'next',
      checksumLength: '4',
      securityDomainTar: 'B20101',
      uiccTar: 'B00001',
      usimTar: 'B00021',
    },
    card: ['keys', '1a b20101 b00001 b00021 03/16/4@0000000102 03/16/4@0000000102 03/16/4@0000000102 30/16/8'],
    clause: 'ETSI TS 102 225, 5.1',
  },
  scp81: {
    value: {
      keyVersion: 65,
      pskLength: '256',
      session: {
        identityPrefix: 'acme-',
        address: '192.0.2.7',
        port: 8443,
        accessPoint: 'iot.example',
        bufferBytes: 1024,
        host: 'ota.example',
        uri: '/admin',
        agent: 'a1',
        retries: 2,
        retrySeconds: 90,
      },
      personalizationData: ['85050102030405'],
    },
    card: [
      'keys',
      '.* 41/32/8 41/16/8 acme-89[0-9F]{18} 65 192.0.2.7 8443 iot.example 1024 ota.example /admin a1 2x90 85050102030405$',
    ],
    clause: 'GlobalPlatform Card Specification, amendment B, 4.7',
  },
  kiLength: {
    with: { algorithm: 'TUAK' },
    value: '256',
    card: ['authentication', 'tuak 1 32 '],
    clause: '3GPP TS 35.231, 6',
  },
  milenage: {
    value: { rotations: '64 0 32 64 100', constants },
    card: ['authentication', 'milenage 1 16 1 4000204064 '],
    clause: '3GPP TS 35.206, 4.1',
  },
  tuak: {
    with: { algorithm: 'TUAK' },
    value: { keccakIterations: 3, resBits: '128' },
    card: ['authentication', 'tuak 2 16 3 '],
    clause: '3GPP TS 35.231, 6',
  },
  xor: {
    with: { type: 'Conformance_Test', algorithm: 'XOR' },
    value: { resBits: '64' },
    card: ['authentication', 'usim-test-algorithm 1 '],
    clause: '3GPP TS 34.108, 8.1.2',
  },
}

/** The properties of a card that are not in a file, as text. */
const factTexts: Readonly<Record<string, (image: CardImage) => string>> = {
  profileType: ({ profileType = '' }) => profileType,
  version: ({ version }) => `${version.major}.${version.minor}`,
  authentication: authenticationText,
  keys: keysText,
  applets: appletsText,
  pin1: ({ pins }) => String(pins.find(({ reference }) => reference === 1)?.enabled),
}

/** The text of a property that is not in a file; undefined for the path of a file. */
export const factText = (image: CardImage, name: string): string | undefined => factTexts[name]?.(image)

function appletsText({ applications }: CardImage): string {
  return applications
    .map(({ instanceAID, applicationSpecificParametersC9: parameters, processData = [] }) =>
      [toHex(instanceAID), toHex(parameters), ...(processData.length > 0 ? ['/'] : []), ...processData.map(toHex)]
        .filter((text) => text !== '')
        .join(' '),
    )
    .join(', ')
}

function keysText({ securityDomains, rfms }: CardImage): string {
  const [{ instance, keys, personalisation }] = securityDomains as [CardImage['securityDomains'][number]]
  const toolkit = instance.applicationParameters!.uiccToolkitApplicationSpecificParametersField!
  const tars = [toolkit.subarray(-4, -1), ...rfms.flatMap(({ tarList = [] }) => tarList)]
  const texts = keys.map(({ keyVersionNumber, keyCounterValue, keyComponents }) => {
    const [{ keyData, macLength }] = keyComponents as [(typeof keyComponents)[number]]
    return `${toHex(keyVersionNumber)}/${keyData.length}/${macLength}${keyCounterValue ? `@${toHex(keyCounterValue)}` : ''}`
  })
  return [toHex(rfms[0]!.minimumSecurityLevel), ...tars.map(toHex), ...texts, ...personalisation.map(sessionText)].join(
    ' ',
  )
}

/** The parameters of HTTPS sessions in order, or other data in hex. */
function sessionText(entry: Uint8Array): string {
  const session = decodeHttpsSession(entry)
  if (!session) return toHex(entry)
  const { identity, keyVersion, address, port, accessPoint, bufferBytes, host, uri, agent, retry } = session
  const key = new TextDecoder().decode(identity)
  const times = retry && `${retry.times}x${retry.seconds}`
  return [key, keyVersion, address, port, accessPoint, bufferBytes, host, uri, agent, times].join(' ')
}

function authenticationText({ authentications }: CardImage): string {
  const { algorithm, options, key, numberOfKeccak, rotationConstants, xoringConstants } = authentications[0]!
  const rest = [rotationConstants, xoringConstants].map(toHex)
  return [algorithm, options, key.length, numberOfKeccak, ...rest].join(' ')
}
