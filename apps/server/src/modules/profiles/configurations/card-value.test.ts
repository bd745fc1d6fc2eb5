import { toHex } from '@simwright/asn1'
import { type ConfigurationInput, parseStored } from '@simwright/contract/profiles/configuration'
import { type CardImage, decodeProfile, expandPackage } from '@simwright/saip'
import { describe, expect, test } from 'vitest'
import { samplePackage } from './build.ts'
import { type CardField, cardFields } from './card-value.ts'

const plain: ConfigurationInput = {
  name: 'Plain',
  type: 'Regular',
  profileName: 'Plain plan',
  algorithm: 'MILENAGE',
  confirmationCode: { mode: 'none' },
}
const schemeA = '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650'
const fiveG = { routingIndicator: '12', protectionScheme: 'null', suciCalculation: 'ME' } as const

const constants = [0, 1, 2, 4, 8].map((last) => String(last).padStart(32, '0')).join(' ')

type Example = {
  /** Other fields that it needs in order to have an effect. */
  with?: Partial<ConfigurationInput>
  value: unknown
  /**
   * Path of a file and the beginning of its content. `profileType` is in the header of the package; `authentication` is
   * the algorithm with its options, the bytes of Ki, iterations, rotations and constants; `keys` are the versions and bytes
   * of the security domain's keys, after the security of remote file management; `pin1` is whether it is enabled;
   * `applets` are their AIDs, install parameters and commands.
   */
  card: readonly [file: string, content: string]
}

/** An example of each field that is written to the card. */
const examples: Record<Exclude<CardField, 'algorithm'>, Example> = {
  profileName: { value: 'Other', card: ['profileType', 'Other'] },
  serviceProviderName: { value: 'Alba', card: ['3f007ff06f46', '00416c6261ff'] },
  hplmn: { value: [{ plmn: '26201', access: ['E-UTRAN'] }], card: ['3f007ff06f62', '62f2104000'] },
  ehplmn: { value: ['26202'], card: ['3f007ff06fd9', '62f220'] },
  oplmn: { value: [{ plmn: '26203', access: ['GSM'] }], card: ['3f007ff06f61', '62f2300080'] },
  plmn: { value: [{ plmn: '26204', access: ['UTRAN'] }], card: ['3f007ff06f60', '62f2408000'] },
  fplmn: { value: ['26205'], card: ['3f007ff06f7b', '62f250'] },
  rplmn: { value: '26206', card: ['3f007ff06f7e', 'ffffffff62f260'] },
  pnn: { value: { fullName: 'Alba', shortName: 'Al' }, card: ['3f007ff06fc5', '43'] },
  gid1: { value: 'A1', card: ['3f007ff06f3e', 'a1'] },
  gid2: { value: 'B2', card: ['3f007ff06f3f', 'b2'] },
  smsp: { value: '+4915112345678', card: ['3f007ff06f42', 'ff'] },
  fiveG: { value: fiveG, card: ['3f007ff05fc04f0a', '21'] },
  spnDisplay: {
    with: { serviceProviderName: 'Alba' },
    value: { homeNetworkNameShown: true, hiddenAbroad: true },
    card: ['3f007ff06f46', '03416c6261'],
  },
  emergencyNumbers: { value: ['110', '119'], card: ['3f007ff06fb7', '11f0ff'] },
  languages: { value: ['de'], card: ['3f002f05', '6465'] },
  accessClasses: { value: ['0', '15'], card: ['3f007ff06f78', '8001'] },
  operationMode: { value: 'cell-test', card: ['3f007ff06fad', '04'] },
  mncLength: { value: '3', card: ['3f007ff06fad', '00000003'] },
  isPin1Enabled: { value: true, card: ['pin1', 'true'] },
  ims: {
    with: { type: 'Advanced' },
    value: { domain: 'ims.example.org', pcscf: ['10.0.0.1'] },
    card: ['3f007ff16f03', '800f696d732e6578616d706c652e6f7267'],
  },
  araApplet: {
    with: { type: 'Advanced' },
    value: { rules: [{ certificateHash: 'ab'.repeat(20) }] },
    card: ['applets', `a00000015141434c00 / 80e2900028f026e224e116c114${'ab'.repeat(20)}`],
  },
  recycleApplet: {
    with: { type: 'Advanced' },
    value: { service: 'self', host: 'a.example', port: 258 },
    card: ['applets', 'f053494d57524952000101 8010'],
  },
  customApplet: {
    with: { type: 'Advanced' },
    value: { packageAid: 'f0a1b2c3d4', classAid: 'f0a1b2c3d401', parameters: '0102' },
    card: ['applets', 'f0a1b2c3d401 0102'],
  },
  packageVersion: { value: '3.1', card: ['version', '3.1'] },
  otaKeyLength: { value: '256', card: ['keys', '16 01/32 01/32 01/32 30/32'] },
  scp80: { value: { keyVersion: 3, ciphering: 'optional', counter: 'next' }, card: ['keys', '1a 03/16'] },
  scp81: {
    value: { keyVersion: 65, pskLength: '256' },
    card: ['keys', '16 01/16 01/16 01/16 30/16 30/16 30/16 41/32'],
  },
  kiLength: { with: { algorithm: 'TUAK' }, value: '256', card: ['authentication', 'tuak 1 32 '] },
  milenage: {
    value: { rotations: '64 0 32 64 100', constants },
    card: ['authentication', 'milenage 1 16 1 4000204064 '],
  },
  tuak: {
    with: { algorithm: 'TUAK' },
    value: { keccakIterations: 3, resBits: '128' },
    card: ['authentication', 'tuak 2 16 3 '],
  },
  xor: {
    with: { type: 'Conformance_Test', algorithm: 'XOR' },
    value: { resBits: '64' },
    card: ['authentication', 'usim-test-algorithm 1 '],
  },
}

const contentOf = (more: Partial<ConfigurationInput>, file: string): string => {
  const image = expandPackage(decodeProfile(samplePackage(parseStored({ ...plain, ...more }))))
  if (file === 'profileType') return image.profileType ?? ''
  if (file === 'authentication') return authenticationText(image)
  if (file === 'version') return `${image.version.major}.${image.version.minor}`
  if (file === 'keys') return keysText(image)
  if (file === 'pin1') return String(image.pins.find(({ reference }) => reference === 1)?.enabled)
  if (file === 'applets') return appletsText(image)
  const found = image.files[file]
  return found ? toHex(found.content) : ''
}

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
  const keys = securityDomains[0]!.keys.map(
    ({ keyVersionNumber, keyComponents }) => `${toHex(keyVersionNumber)}/${keyComponents[0]!.keyData.length}`,
  )
  return [toHex(rfms[0]!.minimumSecurityLevel), ...keys].join(' ')
}

function authenticationText({ authentications }: CardImage): string {
  const { algorithm, options, key, numberOfKeccak, rotationConstants, xoringConstants } = authentications[0]!
  const rest = [rotationConstants, xoringConstants].map(toHex)
  return [algorithm, options, key.length, numberOfKeccak, ...rest].join(' ')
}

describe('a field that is written to the card', () => {
  test.each(cardFields.filter((field) => field !== 'algorithm'))('%s changes its file', (field) => {
    const { value, card, with: more } = examples[field]
    const [file, content] = card
    const set = contentOf({ ...more, [field]: value }, file)
    expect(set.startsWith(content)).toBe(true)
    expect(set).not.toBe(contentOf({ ...more }, file))
  })

  test.each([
    ['routingIndicator', { ...fiveG, routingIndicator: '34' }, '3f007ff05fc04f0a'],
    [
      'protectionScheme and key',
      { ...fiveG, protectionScheme: 'A', homeNetworkPublicKey: schemeA, homeNetworkPublicKeyId: 7 },
      '3f007ff05fc04f07',
    ],
    ['accessIdentities', { ...fiveG, accessIdentities: { missionCritical: true } }, '3f007ff05fc04f06'],
    ['suciCalculation', { ...fiveG, suciCalculation: 'USIM' }, '3f007ff05fc04f07'],
  ] as const)('each property of fiveG changes its file: %s', (_property, value, file) => {
    expect(contentOf({ fiveG: value }, file)).not.toBe(contentOf({ fiveG }, file))
  })
})
