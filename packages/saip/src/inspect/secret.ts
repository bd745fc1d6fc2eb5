import { readTlvs, toHex } from '@simwright/asn1'
import { decodeHttpsSession } from '../card/https-session.ts'
import { recycleAppletAids } from '../card/recycle-applet.ts'
import type { PackageFile } from '../check/package-file.ts'
import type { PackageView } from '../check/package-view.ts'
import { orUndefined } from '../check/rule.ts'
import type { ApplicationInstance } from '../codec/application-element.ts'
import type { ProfileElement } from '../codec/profile-element.ts'

/**
 * Files with keys or codes, by name: session keys of 2G to 5G, the hidden key of the phone book, control keys that remove
 * a network lock, and the codes and secrets of CSIM and EAP.
 */
const secretFiles: ReadonlySet<string> = new Set(
  [
    'Keys',
    'KeysPS',
    'Kc',
    'KcGPRS',
    'EPSNSC',
    '5GS3GPPNSC',
    '5GSN3GPPNSC',
    '5GAUTHKEYS',
    'HiddenKey',
    'Hidden-Key',
    'DCK',
    'SPC',
    '3GCIK',
    'SIPPAPSS',
    'EAPKEYS',
  ].map(normalName),
)

/** Whether the content of the file is hidden. Content that is not set (FF), or is the template's, is not secret. */
export function isSecretFile(file: PackageFile): boolean {
  if (!secretFiles.has(normalName(file.name.replace(/^EF[.-]/i, '')))) return false
  return secretsOfFile(file).length > 0 && file.content.some((byte) => byte !== 0xff)
}

/**
 * All keys and codes of a package: Ki and OPc, CDMA secrets, PINs, PUKs and ADM, keys of security domains and data that
 * may contain them, and content that only one issuer understands. The byte strings share memory with the package.
 */
export function secretsOf(view: PackageView): Uint8Array[] {
  return [...view.elements.flatMap(secretsOfElement), ...view.files.filter(isSecretFile).flatMap(secretsOfFile)]
}

function secretsOfElement({ kind, value }: ProfileElement): Uint8Array[] {
  switch (kind) {
    case 'akaParameter': {
      const { algoConfiguration } = value
      return algoConfiguration.kind === 'algoParameter'
        ? [algoConfiguration.value.key, algoConfiguration.value.opc]
        : []
    }
    case 'cdmaParameter':
      return present([
        value.authenticationKey,
        value.ssd,
        value.hrpdAccessAuthenticationData,
        value.simpleIPAuthenticationData,
        value.mobileIPAuthenticationData,
      ])
    case 'pinCodes':
      return value.pinCodes.kind === 'pinconfig' ? value.pinCodes.value.map(({ pinValue }) => pinValue) : []
    case 'pukCodes':
      return value.pukCodes.map(({ pukValue }) => pukValue)
    case 'securityDomain':
      return [
        ...(value.keyList ?? []).flatMap(({ keyComponents }) => keyComponents.map(({ keyData }) => keyData)),
        // The parameters of HTTPS sessions name a key, but have none.
        ...(value.sdPersoData ?? []).filter((entry) => decodeHttpsSession(entry) === undefined),
        ...(value.instance.processData ?? []),
      ]
    case 'application':
      return (value.instanceList ?? []).flatMap((instance) => recycleParametersOf(instance)?.key ?? [])
    case 'nonStandard':
      return [value.content]
    default:
      return []
  }
}

/**
 * The parts of the parameters of a Recycle applet (docs/recycle-message.md): its key, which is secret, and its expire
 * time, host and port. They share memory with the package. Undefined for other applets, and for unreadable parameters.
 */
export function recycleParametersOf({ instanceAID, applicationSpecificParametersC9: c9 }: ApplicationInstance) {
  if (toHex(instanceAID) !== toHex(recycleAppletAids.instance)) return undefined
  const values = orUndefined(() => new Map(readTlvs(c9).map(({ tag, value }) => [tag, value])))
  return (
    values && { key: values.get(0x80), expireTime: values.get(0x81), host: values.get(0x82), port: values.get(0x83) }
  )
}

function secretsOfFile({ fills, fcp }: PackageFile): Uint8Array[] {
  const info = fcp?.proprietaryEFInfo
  return [...fills.map(({ bytes }) => bytes), ...present([info?.fillPattern, info?.repeatPattern])]
}

function present(values: readonly (Uint8Array | undefined)[]): Uint8Array[] {
  return values.filter((value) => value !== undefined)
}

/** Names are compared without case, because names of unknown templates are derived from the ASN.1 module. */
function normalName(name: string): string {
  return name.toLowerCase()
}

/**
 * A copy of the package with zeros instead of the secrets, which are byte strings within `bytes`, and the offsets of those
 * byte strings.
 */
export function maskSecrets(bytes: Uint8Array, secrets: readonly Uint8Array[]) {
  const masked = new Uint8Array(bytes)
  const hidden = new Set<number>()
  for (const secret of secrets) {
    if (secret.buffer !== bytes.buffer || secret.length === 0) continue
    const at = secret.byteOffset - bytes.byteOffset
    masked.fill(0, at, at + secret.length)
    hidden.add(at)
  }
  return { masked, hidden }
}
