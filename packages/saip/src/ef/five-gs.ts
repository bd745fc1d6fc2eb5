import { concat, readTlv, readTlvs, writeTlv } from '@simwright/asn1'
import { fromSwappedBcd, toSwappedBcd } from '@simwright/ids'
import { SaipError } from '../error.ts'

/** EF.Routing_Indicator (TS 31.102, 4.4.11.11) of 1 to 4 digits, nibble-swapped. @throws SaipError `content` */
export function encodeRoutingIndicator(digits: string): Uint8Array {
  if (!/^\d{1,4}$/.test(digits)) throw new SaipError('content', 'A routing indicator has 1 to 4 digits.')
  const content = Uint8Array.of(0xff, 0xff, 0xff, 0xff)
  content.set(toSwappedBcd(digits))
  return content
}

/** The digits of EF.Routing_Indicator. */
export function decodeRoutingIndicator(content: Uint8Array): string {
  return fromSwappedBcd(content.subarray(0, 2))
}

/** Protection schemes of the SUCI (3GPP TS 33.501, annex C). */
export const protectionSchemes = { null: 0, 'profile-a': 1, 'profile-b': 2 } as const
/** The name of a protection scheme. */
export type ProtectionScheme = keyof typeof protectionSchemes

/** A home network public key for the calculation of a SUCI. */
export interface HomeNetworkKey {
  /** Home network public key identifier, 0 to 255. */
  readonly id: number
  /** 32 bytes (X25519) for profile A, 33 or 65 bytes (P-256) for profile B. */
  readonly publicKey: Uint8Array
  readonly scheme: Exclude<ProtectionScheme, 'null'>
}

/** How to calculate a SUCI: schemes in order of preference. Each scheme but null uses the first key of that scheme. */
export interface SuciCalculation {
  readonly schemes: readonly ProtectionScheme[]
  readonly keys: readonly HomeNetworkKey[]
}

/** EF.SUCI_Calc_Info (TS 31.102, 4.4.11.8) and EF.SUCI_Calc_Info_USIM. @throws SaipError `content` for a missing key */
export function encodeSuciCalculation({ schemes, keys }: SuciCalculation): Uint8Array {
  const preferences = schemes.map((scheme) => {
    const index = scheme === 'null' ? 0 : keys.findIndex((key) => key.scheme === scheme) + 1
    if (scheme !== 'null' && index === 0) throw new SaipError('content', `Protection scheme ${scheme} has no key.`)
    return Uint8Array.of(protectionSchemes[scheme], index)
  })
  const keyList = keys.map((key) => concat(writeTlv(0x80, Uint8Array.of(key.id)), writeTlv(0x81, checkedKey(key))))
  return concat(writeTlv(0xa0, ...preferences), writeTlv(0xa1, ...keyList))
}

/**
 * Decodes SUCI information. The scheme of a key is derived from its length.
 * @throws SaipError `content`, or Asn1Error
 */
export function decodeSuciCalculation(content: Uint8Array): SuciCalculation {
  // Bytes after the two lists are padding.
  const preferences = readTlv(content)
  const rest = content.subarray(preferences.raw.length)
  const keyList = rest[0] === 0xa1 ? readTlv(rest) : undefined
  if (preferences.tag !== 0xa0) throw new SaipError('content', 'SUCI information must begin with the list of schemes.')
  const names = Object.keys(protectionSchemes) as ProtectionScheme[]
  const pairs = Array.from({ length: preferences.value.length / 2 }, (_, i) =>
    preferences.value.subarray(2 * i, 2 * i + 2),
  )
  const schemes = pairs.map(([id]) => {
    const name = names[id as number]
    if (name === undefined) throw new SaipError('content', 'The protection scheme is unknown.')
    return name
  })
  const values = keyList === undefined ? [] : readTlvs(keyList.value)
  const ids = values.filter(({ tag }) => tag === 0x80)
  const publicKeys = values.filter(({ tag }) => tag === 0x81)
  const keys = publicKeys.map(({ value }, i) => ({
    id: ids[i]?.value[0] ?? 0,
    publicKey: value,
    scheme: value.length === 32 ? ('profile-a' as const) : ('profile-b' as const),
  }))
  return { schemes, keys }
}

/** EF.UAC_AIC (TS 31.102, 4.4.11.7): access identities 1 (multimedia priority) and 2 (mission critical). */
export interface AccessIdentities {
  readonly multimediaPriority: boolean
  readonly missionCritical: boolean
}

/** Encodes EF.UAC_AIC: 4 bytes, of which the first has one bit for each identity. */
export function encodeAccessIdentities(identities: AccessIdentities): Uint8Array {
  const bits = (identities.multimediaPriority ? 1 : 0) | (identities.missionCritical ? 2 : 0)
  return Uint8Array.of(bits, 0, 0, 0)
}

/** Decodes EF.UAC_AIC. Other bits are ignored. */
export function decodeAccessIdentities(content: Uint8Array): AccessIdentities {
  const bits = content[0] ?? 0
  return { multimediaPriority: (bits & 1) !== 0, missionCritical: (bits & 2) !== 0 }
}

/** The public key, if its length fits the scheme. Throws SaipError `content`. */
function checkedKey({ scheme, publicKey }: HomeNetworkKey): Uint8Array {
  const sizes = scheme === 'profile-a' ? [32] : [33, 65]
  if (!sizes.includes(publicKey.length)) {
    throw new SaipError('content', `A home network key of ${scheme} has ${sizes.join(' or ')} bytes.`)
  }
  return publicKey
}
