import { fromHex } from '@simwright/asn1'
import { parseIccid, parseImsi } from '@simwright/ids'
import { assemble, compile, decodeProfile, type ProfileConfig, type ProfileKeys } from '@simwright/saip'
import { components, ijcFile } from '../../packages/saip/src/testing/cap-file.ts'
import type { Figure } from './figure.ts'
import { typingFigures } from './typing.ts'
import { yamlFigure } from './yaml.ts'

/** Limits in microseconds, or a multiple of the time that a copy of the package's bytes takes. */
const ASSEMBLE_US = 50
const ASSEMBLE_COPIES = 20
const NETWORKS_US = 1000
const DECODE_US = 2000
/** Bytes of an applet's methods. */
const CODE_BYTES = 60_000
const DECODED_BYTES = 12 * 1024

const KEY = fromHex('3fd61c0874ab925ec1e07f48b3962a5d')
const LONG_KEY = fromHex('3fd61c0874ab925ec1e07f48b3962a5d7d3e91c4a5084fb26e1a97c3d0528bf6')

const SUBSCRIBER: ProfileKeys = {
  iccid: parseIccid('8988211000000001234'),
  imsi: parseImsi('999700000000123'),
  ki: KEY,
  opc: KEY,
  pin1: '2580',
  pin2: '2580',
  puk1: '25801470',
  puk2: '25801470',
  adm1: '25801470',
  ota: { kic: KEY, kid: KEY, kik: KEY },
  scp03: { enc: KEY, mac: KEY, dek: KEY },
}

const FIVE_G = {
  routingIndicator: '17',
  protectionScheme: 'A',
  homeNetworkPublicKeyId: 27,
  homeNetworkPublicKey: '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650',
  suciCalculation: 'ME',
} as const

const REGULAR: ProfileConfig = {
  profileName: 'Acme travel',
  serviceProviderName: 'Acme',
  algorithm: 'MILENAGE',
  scp03: 'keys',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN', 'NG-RAN'] }],
  ehplmn: ['24007'],
  gid1: 'a1b2',
  smsp: '+46705008999',
}

const RULE = { certificateHash: 'e46872f28b350b7e1f140de535c2a8d5804f0be3', packageName: 'com.acme.app' }

/** A configuration of each type, and a subscriber of it. */
const TYPES: Readonly<Record<string, readonly [ProfileConfig, Partial<ProfileKeys>]>> = {
  regular: [REGULAR, {}],
  'private LTE': [{ ...REGULAR, fiveG: FIVE_G }, {}],
  'conformance test': [{ ...REGULAR, algorithm: 'XOR', profileClass: 'test' }, { opc: undefined }],
  'TUAK with TOP': [
    { ...REGULAR, algorithm: 'TUAK', kiBytes: 32 },
    { ki: LONG_KEY, opc: undefined, op: LONG_KEY.toReversed() },
  ],
  IMS: [{ ...REGULAR, ims: { pcscf: ['pcscf.acme.example'] } }, { impi: 'anna@acme.example' }],
  ARA: [{ ...REGULAR, applets: { ara: { rules: [RULE] } } }, {}],
  recycle: [
    { ...REGULAR, applets: { recycle: { server: { host: 'bip.acme.example', port: 8444 } } } },
    { recycle: { key: KEY, expireTime: new Date('2030-01-01T00:00:00Z') } },
  ],
  customize: [{ ...REGULAR, applets: { custom: { code: ijcFile(components(CODE_BYTES)) } } }, { c9: KEY }],
}

const networks = Array.from({ length: 10_000 }, (_, i) => ({
  plmn: `${200 + Math.floor(i / 100)}${String(i % 100).padStart(2, '0')}`,
  access: ['E-UTRAN' as const],
}))

/**
 * Time to assemble the package of a profile from its compiled configuration, for each type and for 10,000 preferred
 * networks, and to decode a package of 12 KB. The reference is a copy of the package's bytes. Then
 * the figures of the form and of the YAML document that configurations come from.
 */
export async function benchPackage(): Promise<Figure[]> {
  const figures = Object.entries(TYPES).map(([type, [config, keys]]) => {
    const { value, copy } = measureAssemble(config, { ...SUBSCRIBER, ...keys })
    const limit = Math.max(ASSEMBLE_US, ASSEMBLE_COPIES * copy)
    return { name: `package.assemble ${type}`, value, unit: 'us', limit, ratio: value / copy }
  })
  const many = measureAssemble({ ...REGULAR, oplmn: networks }, SUBSCRIBER)
  const decode = measureDecode()
  return [
    ...figures,
    {
      name: 'package.assemble 10,000 OPLMN',
      value: many.value,
      unit: 'us',
      limit: NETWORKS_US,
      ratio: many.value / many.copy,
    },
    {
      name: 'package.decode 12 KB',
      value: decode.value,
      unit: 'us',
      limit: DECODE_US,
      ratio: decode.value / decode.copy,
    },
    await yamlFigure(),
    ...(await typingFigures()),
  ]
}

/** The median time to assemble a package, and to copy its bytes, in microseconds. */
function measureAssemble(config: ProfileConfig, keys: ProfileKeys): { value: number; copy: number } {
  const compiled = compile(config)
  const upp = assemble(compiled, keys)
  return { value: medianUs(() => assemble(compiled, keys)), copy: medianUs(() => upp.slice()) }
}

/** The median time to decode a package of at least 12 KB. */
function measureDecode(): { value: number; copy: number } {
  const oplmn = networks.slice(0, Math.ceil(DECODED_BYTES / 5))
  const upp = assemble(compile({ ...REGULAR, oplmn, ims: {}, fiveG: FIVE_G }), SUBSCRIBER)
  return { value: medianUs(() => decodeProfile(upp)), copy: medianUs(() => upp.slice()) }
}

const SAMPLES = 400
const REPEATS = 25

/** The median duration in microseconds. Each sample is the mean of several runs, because one is shorter than the clock's unit. */
function medianUs(run: () => unknown): number {
  for (let i = 0; i < SAMPLES; i++) run()
  const samples = Array.from({ length: SAMPLES }, () => {
    const begin = performance.now()
    for (let i = 0; i < REPEATS; i++) run()
    return ((performance.now() - begin) * 1000) / REPEATS
  })
  return samples.sort((a, b) => a - b)[SAMPLES / 2]!
}
