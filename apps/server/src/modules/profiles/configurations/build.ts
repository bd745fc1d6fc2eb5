import { concat, fromHex } from '@simwright/asn1'
import type { Fault } from '@simwright/contract'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import type { FieldName } from '@simwright/contract/profiles/configuration-field'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { algorithmKeys, kiBytesOf } from '@simwright/contract/profiles/subscriber-key'
import { isImsi, parseIccid, parseImsi } from '@simwright/ids'
import { assemble, checkConfig, compile, type ProfileKeys, SaipError } from '@simwright/saip'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { isPublicHost } from '../../../outside/address.ts'
import type { PlatformFiles } from '../applets/service.ts'
import { type AppletCode, sampleParts } from './applet-config.ts'
import { otaKeyBytes, packageConfig, pskBytes } from './card-value.ts'

/**
 * The reasons why no profile package can be built from these fields; empty when one can. Builds a package for a sample
 * subscriber: the values of each subscriber are checked when its row is parsed.
 */
export function buildFaults(fields: StoredFields, code: AppletCode): Fault[] {
  if (typeFacts[fields.type].packages === 'supplied') return []
  const faults = hostFaults(fields)
  if (faults.length > 0) return faults
  const config = packageConfig(fields, { ...sampleParts, code })
  const errors = checkConfig(config).filter(({ severity }) => severity === 'error')
  if (errors.length > 0)
    return errors.map(({ field, text }) => ({ path: `fields.${pathOf(field)}`, rule: 'build', text }))
  try {
    samplePackage(fields, code)
    return []
  } catch (error) {
    if (!(error instanceof SaipError)) throw error
    return [{ path: 'fields', rule: 'build', text: error.message }]
  }
}

/** Fields of the builder that have another name in the form. */
const formField: Partial<Record<string, FieldName>> = {
  kiBytes: 'kiLength',
  otaKeyBytes: 'otaKeyLength',
  saipVersion: 'packageVersion',
}

/** The path in the form of a field of the builder. */
const pathOf = (field: string): string =>
  formField[field] ??
  field
    .replace(/^applets\.ara(?=\.)/, 'araApplet')
    .replace(/^applets\.recycle(\.server)?(?=\.)/, 'recycleApplet')
    .replace(/^applets\.custom(?=\.)/, 'customApplet')
    .replace(/^customApplet\.code$/, 'customApplet.file')
    .replace(/^((ara|recycle)Applet)\.code$/, '$1')
    .replace(/^scp80\.tars\.(\w+)$/, 'scp80.$1Tar')
    .replace(/^scp80\.checksumBytes$/, 'scp80.checksumLength')

/** The applet's host is subject to the rules for hosts that the portal calls. */
function hostFaults({ recycleApplet }: StoredFields): Fault[] {
  if (recycleApplet?.service !== 'self' || isPublicHost(recycleApplet.host ?? '')) return []
  const text = 'A domain name, or an IP address on the public internet.'
  return [{ path: 'fields.recycleApplet.host', rule: 'host', text }]
}

const CACHE_MAX = 500
const cache = new Map<string, readonly Fault[]>()

type Version = { enterpriseId: EnterpriseId; id: string; version: number; fields: StoredFields }

/**
 * As `buildFaults`, cached per process for each stored version and the platform's files of its applets. Neither versions
 * nor files change.
 */
export async function buildFaultsOf(
  { enterpriseId, id, version, fields }: Version,
  { files, readCode }: { files: PlatformFiles | undefined; readCode: () => Promise<AppletCode> },
): Promise<readonly Fault[]> {
  const key = JSON.stringify([enterpriseId, id, version, files])
  const cached = cache.get(key)
  if (cached) return cached
  const faults = buildFaults(fields, await readCode())
  cache.set(key, faults)
  if (cache.size > CACHE_MAX) cache.delete(cache.keys().next().value!)
  return faults
}

const SAMPLE_KEY = fromHex('3fd61c0874ab925ec1e07f48b3962a5d')
const SAMPLE_IMSI = '001010000000001'

/**
 * The package of a sample subscriber.
 * @throws SaipError for fields that no package can be built from
 */
export function samplePackage(fields: StoredFields, code: AppletCode = {}): Uint8Array {
  if (typeFacts[fields.type].packages === 'supplied')
    throw new SaipError('config', 'Its packages are supplied one by one, so it has no sample.')
  return assemble(compile(packageConfig(fields, { ...sampleParts, code })), sampleKeys(fields))
}

/** The key of 16 bytes, extended to the length. */
const long = (key: Uint8Array, bytes: 16 | 32) => (bytes === 16 ? key : concat(key, key.toReversed()))

/** Keys of a sample subscriber of the home network. */
function sampleKeys(fields: StoredFields): ProfileKeys {
  const { hplmn, algorithm } = fields
  const imsi = (hplmn[0]?.plmn ?? '').padEnd(SAMPLE_IMSI.length, '0')
  const key = SAMPLE_KEY
  const ota = long(key, otaKeyBytes(fields))
  return {
    iccid: parseIccid('8988211000000001234'),
    imsi: parseImsi(isImsi(imsi) ? imsi : SAMPLE_IMSI),
    ki: long(key, kiBytesOf(fields)),
    opc: long(key, algorithmKeys[algorithm].operatorKeyBytes),
    pin1: '2580',
    pin2: '2580',
    puk1: '25801470',
    puk2: '25801470',
    adm1: '25801470',
    ota: { kic: ota, kid: ota, kik: ota },
    scp03: { enc: ota, mac: ota, dek: ota },
    scp81: { psk: long(key, pskBytes(fields)), dek: ota },
    recycle: { key, expireTime: new Date('2030-01-01T00:00:00Z') },
  }
}
