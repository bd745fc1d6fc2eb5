import { concat, readTlv, writeTlv } from '@simwright/asn1'
import {
  configureIsdpRequest,
  controlRefTemplate,
  initialiseSecureChannelRequest,
  installBoundProfilePackage,
  replaceSessionKeysRequest,
} from './bound-package-message.ts'
import {
  type BspKeys,
  BspSealer,
  cutSegments,
  deriveBspKeys,
  keyLengthBytes,
  keyTypeAes,
  maxEncryptedPlainBytes,
  maxMacOnlyPlainBytes,
} from './bsp.ts'
import { KeyError, type OneTimeKey, type SigningKey } from './key.ts'
import { RspRefusal } from './refusal.ts'

/** Tags of a bound package (SGP.22 section 5.7.6 and its ASN.1 module). */
export const boundPackageTags = {
  whole: 0xbf36,
  initialiseSecureChannel: 0xbf23,
  firstSequenceOf87: 0xa0,
  sequenceOf88: 0xa1,
  secondSequenceOf87: 0xa2,
  sequenceOf86: 0xa3,
  segment86: 0x86,
  segment87: 0x87,
  segment88: 0x88,
} as const

/** The contents of BF23, for a new channel or for one that is opened again. */
export interface ChannelOpening {
  transactionId: Uint8Array
  /** 1 to 16 bytes. */
  hostId: Uint8Array
  smdpOtpk: Uint8Array
  euiccOtpk: Uint8Array
  /** SK.DPpb. */
  key: SigningKey
}

/** The arguments of bindProfilePackage. */
export interface ProfileToBind {
  transactionId: Uint8Array
  hostId: Uint8Array
  euiccOtpk: Uint8Array
  key: SigningKey
  /** Generated for this binding only; discard it right after. */
  oneTimeKey: OneTimeKey
  /** 16 bytes, two digits a byte as printed. */
  eid: Uint8Array
  /** The whole StoreMetadataRequest (BF25). */
  metadata: Uint8Array
  /** The unprotected profile package (SGP.22 section 2.5.2): the concatenated profile elements. */
  profilePackage: Uint8Array
  /** Random for each profile. Without them the session keys protect the profile elements. */
  protectionKeys?: BspKeys | undefined
  /** Default: an empty ConfigureISDP. */
  configureIsdp?: Uint8Array | undefined
}

/** A bound package with what a retry needs. */
export interface BoundPackage {
  /** BF36, for the device. */
  boundProfilePackage: Uint8Array
  /**
   * A0..A3. Store them sealed until the profile is installed: {@link reopenBoundPackage} puts a new BF23 before them.
   */
  segments: Uint8Array
  smdpOtpk: Uint8Array
}

/**
 * Binds a profile package to one eUICC (SGP.22 section 2.5.4): derives session keys from the two one-time keys, seals the
 * segments and signs BF23. Without protection keys the package has no A2.
 * @throws RspRefusal euicc_signature_invalid if the eUICC's one-time key is not a point of the curve
 */
export function bindProfilePackage(profile: ProfileToBind): BoundPackage {
  const { oneTimeKey, transactionId, hostId, euiccOtpk, key } = profile
  const keys = deriveBspKeys({ sharedSecret: agree(oneTimeKey, euiccOtpk), hostId, eid: profile.eid })
  const segments = sealSegments(keys, profile)
  const smdpOtpk = oneTimeKey.publicKey
  return {
    boundProfilePackage: openingBefore(segments, { transactionId, hostId, smdpOtpk, euiccOtpk, key }),
    segments,
    smdpOtpk,
  }
}

/** The shared secret. A genuine eUICC never sends a point outside the curve, so its signature counts as invalid. */
function agree(oneTimeKey: OneTimeKey, euiccOtpk: Uint8Array): Uint8Array {
  try {
    return oneTimeKey.agree(euiccOtpk)
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause
    throw new RspRefusal('euicc_signature_invalid', { cause, detail: `otPK.EUICC: ${cause.message}` })
  }
}

/**
 * The same bound package for another session of the same eUICC with the same one-time key: a new BF23 before the stored
 * A0..A3. The session keys do not depend on the transaction id, so nothing is encrypted again.
 */
export function reopenBoundPackage(opening: ChannelOpening & { segments: Uint8Array }): Uint8Array {
  return openingBefore(opening.segments, opening)
}

/** BF36 with a new BF23 before the segments. */
function openingBefore(segments: Uint8Array, opening: ChannelOpening): Uint8Array {
  return writeTlv(boundPackageTags.whole, buildChannelOpening(opening), segments)
}

/** InitialiseSecureChannelRequest (BF23; SGP.22 section 5.5.1), signed with SK.DPpb. */
function buildChannelOpening(opening: ChannelOpening): Uint8Array {
  const request = {
    remoteOpId: installBoundProfilePackage,
    transactionId: opening.transactionId,
    controlRefTemplate: {
      keyType: Uint8Array.of(keyTypeAes),
      keyLen: Uint8Array.of(keyLengthBytes),
      hostId: opening.hostId,
    },
    smdpOtpk: opening.smdpOtpk,
  }
  const smdpSign = opening.key.sign(channelOpeningToSign(request, opening.euiccOtpk))
  return initialiseSecureChannelRequest.encode({ ...request, smdpSign })
}

/**
 * The bytes that smdpSign covers (SGP.22 section 5.5.1): the concatenated components of BF23 without its tag, followed by
 * the eUICC's one-time key.
 */
export function channelOpeningToSign(
  request: {
    remoteOpId: number
    transactionId: Uint8Array
    controlRefTemplate: { keyType: Uint8Array; keyLen: Uint8Array; hostId: Uint8Array }
    smdpOtpk: Uint8Array
  },
  euiccOtpk: Uint8Array,
): Uint8Array {
  return concat(
    writeTlv(0x82, Uint8Array.of(request.remoteOpId)),
    writeTlv(0x80, request.transactionId),
    controlRefTemplate.encode(request.controlRefTemplate),
    writeTlv(0x5f49, request.smdpOtpk),
    writeTlv(0x5f49, euiccOtpk),
  )
}

/** A0..A3. The first segments use the session keys; after A2 the protection keys start a new MAC chain at block 1. */
function sealSegments(keys: BspKeys, profile: ProfileToBind): Uint8Array {
  const tags = boundPackageTags
  const sealer = new BspSealer(keys)
  const configure = sealer.encrypt(tags.segment87, profile.configureIsdp ?? configureIsdpRequest.encode({}))
  const metadata = cutSegments(profile.metadata, maxMacOnlyPlainBytes).map((piece) =>
    sealer.authenticate(tags.segment88, piece),
  )
  const sections = [writeTlv(tags.firstSequenceOf87, configure), writeTlv(tags.sequenceOf88, ...metadata)]
  let elementSealer = sealer
  if (profile.protectionKeys) {
    const replace = sealer.encrypt(tags.segment87, encodeReplaceSessionKeys(profile.protectionKeys))
    sections.push(writeTlv(tags.secondSequenceOf87, replace))
    elementSealer = new BspSealer(profile.protectionKeys)
  }
  const elements = cutSegments(profile.profilePackage, maxEncryptedPlainBytes).map((piece) =>
    elementSealer.encrypt(tags.segment86, piece),
  )
  sections.push(writeTlv(tags.sequenceOf86, ...elements))
  return concat(...sections)
}

/** ReplaceSessionKeysRequest (BF26; SGP.22 section 5.5.4) for the protection keys. */
function encodeReplaceSessionKeys(keys: BspKeys): Uint8Array {
  return replaceSessionKeysRequest.encode({
    initialMacChainingValue: keys.initialMacChainingValue,
    ppkEnc: keys.encryptionKey,
    ppkCmac: keys.macKey,
  })
}

/**
 * Splits a bound package into the pieces that an LPA sends to the eUICC, each in its own chain of STORE DATA commands
 * (SGP.22 section 2.5.5): the header of BF36 with BF23; A0; the header of A1; each 88; A2 if present; the header of A3;
 * each 86.
 * @throws Asn1Error if the structure is not that of a bound package
 */
export function cutBoundPackage(boundProfilePackage: Uint8Array): Uint8Array[] {
  const whole = readTlv(boundProfilePackage)
  const opening = readTlv(whole.value)
  const headerLength = whole.raw.length - whole.value.length
  const pieces = [whole.raw.subarray(0, headerLength + opening.raw.length)]
  for (let at = opening.raw.length; at < whole.value.length; ) {
    const section = readTlv(whole.value, at)
    at += section.raw.length
    if (section.tag === boundPackageTags.firstSequenceOf87 || section.tag === boundPackageTags.secondSequenceOf87) {
      pieces.push(section.raw)
      continue
    }
    pieces.push(section.raw.subarray(0, section.raw.length - section.value.length))
    for (let inner = 0; inner < section.value.length; ) {
      const segment = readTlv(section.value, inner)
      inner += segment.raw.length
      pieces.push(segment.raw)
    }
  }
  return pieces
}
