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

/** Tags of a bound package (SGP.22 section 5.7.6 and its ASN.1). */
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

/** What belongs to one opening of a secure channel, whether the channel is new or an old one opened again. */
export interface ChannelOpening {
  transactionId: Uint8Array
  /** 1 to 16 bytes */
  hostId: Uint8Array
  smdpOtpk: Uint8Array
  euiccOtpk: Uint8Array
  /** SK.DPpb */
  key: SigningKey
}

export interface ProfileToBind {
  transactionId: Uint8Array
  hostId: Uint8Array
  euiccOtpk: Uint8Array
  key: SigningKey
  /** Drawn for this binding alone; forget it right after. */
  oneTimeKey: OneTimeKey
  /** 16 bytes, digits as printed. */
  eid: Uint8Array
  /** The StoreMetadataRequest (BF25), whole. */
  metadata: Uint8Array
  /** The unprotected profile package: its profile elements one after another. */
  profilePackage: Uint8Array
  /** Random per profile; without them the session keys protect the profile elements. */
  protectionKeys?: BspKeys | undefined
  /** Defaults to an empty ConfigureISDP. */
  configureIsdp?: Uint8Array | undefined
}

export interface BoundPackage {
  /** BF36, what goes to the device. */
  boundProfilePackage: Uint8Array
  /** A0..A3, to be kept (sealed) until the profile is installed: {@link reopenBoundPackage} puts a new BF23 before them. */
  segments: Uint8Array
  smdpOtpk: Uint8Array
}

/**
 * Binds a profile package to one eUICC (SGP.22 section 2.5).
 * @throws RspRefusal euicc_signature_invalid when the eUICC's one-time key is no point of the curve
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

/** A true eUICC never sends such a key, so what sent it is none. */
function agree(oneTimeKey: OneTimeKey, euiccOtpk: Uint8Array): Uint8Array {
  try {
    return oneTimeKey.agree(euiccOtpk)
  } catch (cause) {
    if (!(cause instanceof KeyError)) throw cause
    throw new RspRefusal('euicc_signature_invalid', { cause, detail: `otPK.EUICC: ${cause.message}` })
  }
}

/**
 * The same bound package for another session of the same eUICC and its same one-time key: a new BF23 before the kept
 * A0..A3. Session keys do not depend on the transaction id, so nothing is encrypted anew.
 */
export function reopenBoundPackage(opening: ChannelOpening & { segments: Uint8Array }): Uint8Array {
  return openingBefore(opening.segments, opening)
}

function openingBefore(segments: Uint8Array, opening: ChannelOpening): Uint8Array {
  return writeTlv(boundPackageTags.whole, buildChannelOpening(opening), segments)
}

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

/** What smdpSign covers: the request's components and the eUICC's one-time key, without an outer tag. */
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

function sealSegments(keys: BspKeys, profile: ProfileToBind): Uint8Array {
  const tags = boundPackageTags
  const sealer = new BspSealer(keys)
  const configure = sealer.encrypt(tags.segment87, profile.configureIsdp ?? configureIsdpRequest.encode({}))
  const metadata = cutSegments(profile.metadata, maxMacOnlyPlainBytes).map((piece) =>
    sealer.authenticate(tags.segment88, piece),
  )
  const parts = [writeTlv(tags.firstSequenceOf87, configure), writeTlv(tags.sequenceOf88, ...metadata)]
  let elementSealer = sealer
  if (profile.protectionKeys) {
    const replace = sealer.encrypt(tags.segment87, encodeReplaceSessionKeys(profile.protectionKeys))
    parts.push(writeTlv(tags.secondSequenceOf87, replace))
    elementSealer = new BspSealer(profile.protectionKeys)
  }
  const elements = cutSegments(profile.profilePackage, maxEncryptedPlainBytes).map((piece) =>
    elementSealer.encrypt(tags.segment86, piece),
  )
  parts.push(writeTlv(tags.sequenceOf86, ...elements))
  return concat(...parts)
}

function encodeReplaceSessionKeys(keys: BspKeys): Uint8Array {
  return replaceSessionKeysRequest.encode({
    initialMacChainingValue: keys.initialMacChainingValue,
    ppkEnc: keys.encryptionKey,
    ppkCmac: keys.macKey,
  })
}

/**
 * Cuts a bound package into the pieces that an LPA hands to the eUICC, each in a STORE DATA chain of its own: BF36's
 * header with BF23; A0; A1's header; each 88; A2 if there; A3's header; each 86 (SGP.22 section 2.5.5).
 * @throws Asn1Error
 */
export function cutBoundPackage(boundProfilePackage: Uint8Array): Uint8Array[] {
  const whole = readTlv(boundProfilePackage)
  const opening = readTlv(whole.value)
  const headerLength = whole.raw.length - whole.value.length
  const pieces = [whole.raw.subarray(0, headerLength + opening.raw.length)]
  for (let at = opening.raw.length; at < whole.value.length; ) {
    const part = readTlv(whole.value, at)
    at += part.raw.length
    if (part.tag === boundPackageTags.firstSequenceOf87 || part.tag === boundPackageTags.secondSequenceOf87) {
      pieces.push(part.raw)
      continue
    }
    pieces.push(part.raw.subarray(0, part.raw.length - part.value.length))
    for (let inner = 0; inner < part.value.length; ) {
      const segment = readTlv(part.value, inner)
      inner += segment.raw.length
      pieces.push(segment.raw)
    }
  }
  return pieces
}
