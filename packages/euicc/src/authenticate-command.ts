/** AUTHENTICATE of a USIM or ISIM: 3GPP TS 31.102 clause 7.1, TS 31.103 clause 7.1. */
import { concat, equalBytes } from '@simwright/asn1'
import { type AkaState, answerChallenge, answerGsmChallenge, autnBytesOf } from './aka.ts'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { Directory } from './card-file.ts'
import { currentApplication, hasService } from './network-application.ts'
import type { UiccChannel } from './uicc-channel.ts'

/** Authentication contexts of P2, and tags of the answer (TS 31.102 7.1). */
const CONTEXT_GSM = 0x80
const CONTEXT_3G = 0x81
/** Contexts of group calls and GBA, which this card does not have. */
const UNSUPPORTED_CONTEXTS: readonly number[] = [0x82, 0x84]
const TAG_SUCCESS = 0xdb
const TAG_SYNC_FAILURE = 0xdc
const RAND_BYTES = 16

/** Service numbers of EF.UST (TS 31.102 4.2.8). */
const SERVICE_GSM_ACCESS = 27
const SERVICE_GSM_SECURITY_CONTEXT = 38

/**
 * The keys of the selected network access application.
 * @throws CardRefusal 6985 if no such application is selected, 6982 if its PIN is not verified
 */
function currentAka(channel: UiccChannel): { adf: Directory; aka: AkaState } {
  const adf = currentApplication(channel)
  const access = channel.networkAccess.find((candidate) => adf.aid && equalBytes(candidate.aid, adf.aid))
  if (!access) throw new CardRefusal(SW.conditionsNotSatisfied)
  return { adf, aka: access.aka }
}

/** A value with its length in one byte before it. */
const withLength = (bytes: Uint8Array) => concat(Uint8Array.of(bytes.length), bytes)

/**
 * Reads values of these lengths, each with its length before it.
 * @throws CardRefusal 6700 for another number of bytes, 6A80 for another length inside
 */
function fieldsOf(data: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  if (data.length !== lengths.reduce((sum, length) => sum + length + 1, 0)) throw new CardRefusal(SW.wrongLength)
  let at = 0
  return lengths.map((length) => {
    if (data[at] !== length) throw new CardRefusal(SW.wrongData)
    at += length + 1
    return data.subarray(at - length, at)
  })
}

/**
 * 3G security context (TS 31.102 7.1). Answers RES, CK and IK, and Kc if service 27 is available, or AUTS if the
 * sequence number is not accepted.
 * @throws CardRefusal 9862 if the MAC of AUTN is wrong
 */
function authenticate3g(channel: UiccChannel, data: Uint8Array): Uint8Array {
  const { adf, aka } = currentAka(channel)
  const [rand, autn] = fieldsOf(data, [RAND_BYTES, autnBytesOf(aka)])
  const answer = answerChallenge(aka, rand!, autn!)
  switch (answer.kind) {
    case 'wrong-mac':
      throw new CardRefusal(SW.wrongMac)
    case 'out-of-sync':
      return concat(Uint8Array.of(TAG_SYNC_FAILURE), withLength(answer.auts))
    case 'accepted': {
      const kc = answer.kc && hasService(adf, SERVICE_GSM_ACCESS) ? [withLength(answer.kc)] : []
      const keys = [answer.res, answer.ck, answer.ik].map(withLength)
      return concat(Uint8Array.of(TAG_SUCCESS), ...keys, ...kc)
    }
  }
}

/**
 * GSM security context (TS 31.102 7.1): answers SRES and Kc.
 * @throws CardRefusal 9864 if service 38 is not available
 */
function authenticateGsm(channel: UiccChannel, data: Uint8Array): Uint8Array {
  const { adf, aka } = currentAka(channel)
  if (!hasService(adf, SERVICE_GSM_SECURITY_CONTEXT)) throw new CardRefusal(SW.contextNotSupported)
  const [rand] = fieldsOf(data, [RAND_BYTES])
  const { sres, kc } = answerGsmChallenge(aka, rand!)
  if (!kc) throw new CardRefusal(SW.contextNotSupported)
  return concat(withLength(sres), withLength(kc))
}

/**
 * AUTHENTICATE in the context of P2: 81 for 3G, EPS, 5G and IMS, 80 for GSM.
 * @throws CardRefusal 9864 for a context that this card does not have, 6A86 for another P1 or P2, or as the context
 * requires
 */
export function authenticate(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.p1 !== 0) throw new CardRefusal(SW.wrongParameters)
  if (apdu.p2 === CONTEXT_3G) return authenticate3g(channel, apdu.data)
  if (apdu.p2 === CONTEXT_GSM) return authenticateGsm(channel, apdu.data)
  throw new CardRefusal(UNSUPPORTED_CONTEXTS.includes(apdu.p2) ? SW.contextNotSupported : SW.wrongParameters)
}
