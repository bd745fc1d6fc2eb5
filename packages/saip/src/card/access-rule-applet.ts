import { Asn1Error, children, concat, fromHex, readTlvs, type Tlv, writeTlv } from '@simwright/asn1'
import { SaipError } from '../error.ts'

/** AID of the applet that holds the access rules of a card, ARA-M (GlobalPlatform Secure Element Access Control, 4.1). */
export const accessRuleAppletAid = fromHex('a00000015141434c00')

/**
 * An access rule as Android reads it for carrier privileges: the applications with this certificate, or the one with this
 * package name among them.
 */
export interface CarrierRule {
  /** SHA-1 (20 bytes) or SHA-256 (32 bytes) of the certificate. */
  readonly certificateHash: Uint8Array
  readonly packageName?: string | undefined
  /** 8 bytes. Default: 0000000000000001, which Android writes in its documentation. */
  readonly permissions?: Uint8Array | undefined
}

/** Tags of Secure Element Access Control, 6, and of Android's extensions (CA, DB). */
const tags = {
  rule: 0xe2,
  reference: 0xe1,
  certificateHash: 0xc1,
  packageName: 0xca,
  access: 0xe3,
  permissions: 0xdb,
  storeRule: 0xf0,
} as const

const defaultPermissions = fromHex('0000000000000001')
const maximumNameLength = 127

/** A rule as data object REF-AR-DO (tag E2). @throws SaipError `content` if a value has a wrong length */
export function encodeCarrierRule({ certificateHash, packageName, permissions }: CarrierRule): Uint8Array {
  if (certificateHash.length !== 20 && certificateHash.length !== 32) {
    throw new SaipError('content', 'A certificate hash has 20 or 32 bytes.')
  }
  if (packageName !== undefined && !/^[\x21-\x7e]{1,127}$/.test(packageName)) {
    throw new SaipError('content', `A package name has 1 to ${maximumNameLength} characters of ASCII.`)
  }
  const granted = permissions ?? defaultPermissions
  if (granted.length !== 8) throw new SaipError('content', 'Permissions have 8 bytes.')
  const name = packageName === undefined ? [] : [writeTlv(tags.packageName, new TextEncoder().encode(packageName))]
  return writeTlv(
    tags.rule,
    writeTlv(tags.reference, writeTlv(tags.certificateHash, certificateHash), ...name),
    writeTlv(tags.access, writeTlv(tags.permissions, granted)),
  )
}

/** The value of a data object inside a constructed one. */
function valueIn(parent: Tlv | undefined, tag: number): Uint8Array | undefined {
  return parent === undefined ? undefined : children(parent).find((object) => object.tag === tag)?.value
}

/** Decodes one REF-AR-DO. Undefined if it has no hash or no permissions: Android ignores it. */
function decodeRule(object: Tlv): CarrierRule | undefined {
  const parts = children(object)
  const reference = parts.find(({ tag }) => tag === tags.reference)
  const certificateHash = valueIn(reference, tags.certificateHash)
  const name = valueIn(reference, tags.packageName)
  const permissions = valueIn(
    parts.find(({ tag }) => tag === tags.access),
    tags.permissions,
  )
  if (certificateHash === undefined || certificateHash.length === 0) return undefined
  const packageName = name === undefined ? undefined : new TextDecoder().decode(name)
  return { certificateHash, packageName, permissions }
}

/** Decodes a concatenation of REF-AR-DO. Other objects are ignored. @throws SaipError `content` if it is malformed */
export function decodeCarrierRules(bytes: Uint8Array): CarrierRule[] {
  try {
    return readTlvs(bytes).flatMap((object) => (object.tag === tags.rule ? (decodeRule(object) ?? []) : []))
  } catch (error) {
    if (error instanceof Asn1Error) throw new SaipError('content', 'The access rules are malformed.')
    throw error
  }
}

/** CLA, INS, P1 (last block, data in BER-TLV) and P2 of STORE DATA. */
const storeDataHeader = fromHex('80e29000')

/**
 * The STORE DATA commands that store rules in ARA-M, one for each (Secure Element Access Control, 5.1.1). They are the
 * processData of its instance.
 * @throws SaipError `content` if a rule is too long for one command
 */
export function carrierRuleCommands(rules: readonly CarrierRule[]): Uint8Array[] {
  return rules.map((rule) => {
    const data = writeTlv(tags.storeRule, encodeCarrierRule(rule))
    if (data.length > 255) throw new SaipError('content', 'A rule must fit into one command.')
    return concat(storeDataHeader, Uint8Array.of(data.length), data)
  })
}
