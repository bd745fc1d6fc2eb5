import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { CardIccid, Imsi } from '@simwright/ids'
import type { ProfileNeeds, UiccCapability } from '@simwright/rsp'
import {
  assemble,
  type CompiledProfile,
  compile,
  decodeProfile,
  type ProfileElement,
  SaipError,
  type ServiceName,
} from '@simwright/saip'
import type { CardKeys } from '../../platform/vault/service.ts'
import { type AppletParts, packageConfig } from '../../profiles/configurations/service.ts'
import { policyRules, profileClass } from './metadata.ts'

/** A configuration version, prepared for many profiles. */
export type ReadyConfiguration = { readonly fields: ConfigurationFields; readonly packages: PackageSource }

/** Where packages are from: copies of a compiled template with a few small writes, or supplied for each profile. */
type PackageSource = { kind: 'built'; compiled: CompiledProfile; needs: ProfileNeeds } | { kind: 'supplied' }

/** Estimated ratio of the installed size to the package size: files are padded to their full size. */
const INSTALLED_FACTOR = 2

export function readyConfiguration(fields: ConfigurationFields, parts: AppletParts): ReadyConfiguration {
  if (typeFacts[fields.type].packages === 'supplied') return { fields, packages: { kind: 'supplied' } }
  const compiled = compile(packageConfig(fields, parts))
  const elements = decodeProfile(compiled.template)
  const needs: ProfileNeeds = {
    packageVersion: versionOf(elements),
    capabilities: capabilitiesOf(elements),
    policyRules: policyRules(fields),
    memoryBytes: compiled.template.length * INSTALLED_FACTOR,
    profileClass: profileClass(fields),
  }
  return { fields, packages: { kind: 'built', compiled, needs } }
}

/** What the eUICC must have for the profile. `upp`: its supplied package, if it is not built. */
export function profileNeeds({ fields, packages }: ReadyConfiguration, upp: Uint8Array | undefined): ProfileNeeds {
  return packages.kind === 'built' ? packages.needs : suppliedNeeds(fields, upp)
}

/** What the header of a supplied package asks for. */
function suppliedNeeds(fields: ConfigurationFields, upp: Uint8Array | undefined): ProfileNeeds {
  const elements = decodeProfile(requireSupplied(upp))
  return {
    packageVersion: versionOf(elements),
    capabilities: capabilitiesOf(elements),
    policyRules: policyRules(fields),
    memoryBytes: requireSupplied(upp).length * INSTALLED_FACTOR,
    profileClass: profileClass(fields),
  }
}

/** The version of the format in the header. */
function versionOf(elements: readonly ProfileElement[]): string {
  const header = elements.find((element) => element.kind === 'header')
  return `${header?.value['major-version']}.${header?.value['minor-version']}`
}

/** The capabilities of an eUICC that the mandatory services in the package's header need. */
function capabilitiesOf(elements: readonly ProfileElement[]): UiccCapability[] {
  const header = elements.find((element) => element.kind === 'header')
  const services = Object.keys(header?.value['eUICC-Mandatory-services'] ?? {}) as ServiceName[]
  return services.flatMap((service) => serviceCapabilities[service] ?? [])
}

/** @throws SaipError when the profile has no supplied package */
function requireSupplied(upp: Uint8Array | undefined): Uint8Array {
  if (upp === undefined) throw new SaipError('config', 'The package of this profile was not supplied.')
  return upp
}

/** The capability of an eUICC that each mandatory service needs (SGP.22, 4.3; TCA eUICC Profile Package, 8.2.1). */
const serviceCapabilities: Partial<Record<ServiceName, UiccCapability>> = {
  usim: 'usimSupport',
  isim: 'isimSupport',
  csim: 'csimSupport',
  milenage: 'akaMilenage',
  tuak128: 'akaTuak128',
  tuak256: 'akaTuak256',
  'usim-test-algorithm': 'usimTestAlgorithm',
  javacard: 'javacard',
  'get-identity': 'getIdentity',
  'profile-a-x25519': 'profileAX25519',
  'profile-b-p256': 'profileBP256',
}

export type Subscriber = { iccid: string; imsi: string; msisdn: string | null }

/** A profile's own values of its package. `upp`: its supplied package, if it is not built. */
export type PackageValues = { keys: CardKeys; upp: Uint8Array | undefined; recycle: RecycleValues | undefined }

/** The key of the download's Recycle applet, and when it sends its message; without a time on demand only. */
export type RecycleValues = { key: Uint8Array; expireTime: Date | undefined }

/** The unprotected profile package of one subscriber. */
export function assemblePackage(
  { packages }: ReadyConfiguration,
  subscriber: Subscriber,
  { keys, upp, recycle }: PackageValues,
): Uint8Array {
  if (packages.kind === 'supplied') return requireSupplied(upp)
  return assemble(packages.compiled, {
    iccid: subscriber.iccid as CardIccid,
    imsi: subscriber.imsi as Imsi,
    msisdn: subscriber.msisdn ?? undefined,
    ki: keys.ki,
    opc: keys.opc,
    smsp: keys.smsp,
    pin1: keys.pin1,
    pin2: keys.pin2,
    puk1: keys.puk1,
    puk2: keys.puk2,
    adm1: keys.adm1,
    ota: { kic: keys.kic, kid: keys.kid, kik: keys.kik },
    scp03: { enc: keys.scp03Enc, mac: keys.scp03Mac, dek: keys.scp03Dek },
    scp81: { psk: keys.scp81Psk, dek: keys.scp81Dek },
    impi: keys.impi || undefined,
    impu: keys.impu === '' ? [] : keys.impu.split(' '),
    c9: keys.c9.length > 0 ? keys.c9 : undefined,
    recycle,
  })
}
