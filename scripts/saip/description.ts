import { dirname } from 'node:path'
import { parseImsi, readIccid } from '@simwright/ids'
import { type ProfileConfig, type ProfileKeys, saipVersions, usimShapes } from '@simwright/saip'
import { type Fields, fileIn, hex, list, number, object, oneOf, text, time } from '@simwright/saip/build/shape'
import { parse, YAMLParseError } from 'yaml'
import { readInput, UsageError } from './package-file.ts'
import { shaped } from './shape.ts'

/** An applet by its code, a file in the folder of the description. Without code it is present on the card. */
const appletFields = (folder: string) =>
  object({
    ara: object({
      code: fileIn(folder),
      rules: {
        ...list(object({ certificateHash: { ...text, required: true }, packageName: text, permissions: text })),
        required: true,
      },
    }),
    recycle: object({
      code: fileIn(folder),
      server: { ...object({ host: { ...text, required: true }, port: { ...number, required: true } }), required: true },
    }),
    custom: object({
      code: fileIn(folder),
      packageAid: text,
      classAid: text,
      instanceAid: text,
      privileges: text,
      parameters: text,
      toolkitParameters: text,
    }),
  })

/** The fields of a configuration. The type makes sure that the builder has no other ones. */
const cardFields = {
  profileName: { ...text, required: true },
  profileClass: oneOf('test', 'provisioning', 'operational'),
  saipVersion: oneOf(...saipVersions),
  algorithm: { ...oneOf('MILENAGE', 'TUAK', 'XOR'), required: true },
  kiBytes: oneOf(16, 32),
  milenage: object({ rotations: list(number), constants: list(text) }),
  tuak: object({ keccakIterations: number, resBits: number, macBits: number, ckBits: number, ikBits: number }),
  xor: object({ resBits: number }),
  scp80: object({ keyVersion: number, ciphering: oneOf('required', 'optional'), counter: oneOf('higher', 'next') }),
  scp81: object({ keyVersion: number, pskBytes: oneOf(16, 32) }),
  otaKeyBytes: oneOf(16, 32),
  scp03: oneOf('none', 'keys'),
  pin1: oneOf('enabled', 'disabled'),
  smsp: text,
  ...usimShapes,
  ims: object({ domain: text, pcscf: list(text), publicIdentityRecords: number }),
} as const satisfies Record<Exclude<keyof ProfileConfig, 'applets'>, Fields[string]>

/** The fields of a profile's own values. Keys are hexadecimal. */
const keyFields = {
  iccid: { ...text, required: true },
  imsi: { ...text, required: true },
  ki: { ...hex, required: true },
  opc: hex,
  op: hex,
  msisdn: text,
  smsp: text,
  pin1: { ...text, required: true },
  pin2: { ...text, required: true },
  puk1: { ...text, required: true },
  puk2: { ...text, required: true },
  adm1: { ...text, required: true },
  ota: {
    ...object({ kic: { ...hex, required: true }, kid: { ...hex, required: true }, kik: { ...hex, required: true } }),
    required: true,
  },
  scp81: object({ psk: { ...hex, required: true }, dek: { ...hex, required: true } }),
  c9: hex,
  recycle: object({ key: { ...hex, required: true }, expireTime: time }),
  impi: text,
  impu: list(text),
  scp03: object({ enc: { ...hex, required: true }, mac: { ...hex, required: true }, dek: { ...hex, required: true } }),
} as const satisfies Record<keyof ProfileKeys, Fields[string]>

/** The configuration in a YAML or JSON file. @throws UsageError naming the field */
export function readDescription(path: string): ProfileConfig {
  const fields = { ...cardFields, applets: appletFields(dirname(path)) }
  return shaped(object(fields), readYaml(path), '') as ProfileConfig
}

/** The values of one profile in a YAML or JSON file. @throws UsageError naming the field */
export function readKeys(path: string): ProfileKeys {
  const keys = shaped(object(keyFields), readYaml(path), '') as ProfileKeys
  try {
    const { card } = readIccid(keys.iccid, { nineteenDigits: 'complete' }).value
    return { ...keys, iccid: card, imsi: parseImsi(keys.imsi) }
  } catch (error) {
    throw new UsageError(`iccid or imsi: ${(error as Error).message}`)
  }
}

/** JSON is YAML too. Aliases are limited, so that a small file cannot become a large one. */
function readYaml(path: string): unknown {
  try {
    return parse(new TextDecoder().decode(readInput(path)), { maxAliasCount: 20 })
  } catch (error) {
    if (error instanceof UsageError) throw error
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    // The parser's message quotes the line, which may contain a key.
    throw new UsageError(`${path} is not YAML or JSON${line === undefined ? '' : `: line ${line}`}.`)
  }
}
