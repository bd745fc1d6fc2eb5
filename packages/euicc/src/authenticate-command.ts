/** AUTHENTICATE of a USIM or ISIM: 3GPP TS 31.102 clause 7.1. */
import { concat, equalBytes } from '@simwright/asn1'
import { type AkaState, answerChallenge, answerGsmChallenge } from './aka.ts'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { Directory } from './card-file.ts'
import { isAuthenticated, type UiccChannel } from './uicc-channel.ts'

/** Authentication contexts of P2, and tags of the answer (TS 31.102 7.1). */
const CONTEXT_GSM = 0x80
const CONTEXT_3G = 0x81
const TAG_SUCCESS = 0xdb
const TAG_SYNC_FAILURE = 0xdc
/** Length of RAND and of AUTN. */
const CHALLENGE_BYTES = 16

const EF_UST_FID = 0x6f38
/** Service numbers of EF.UST (TS 31.102 4.2.8). */
const SERVICE_GSM_ACCESS = 27
const SERVICE_GSM_SECURITY_CONTEXT = 38

/** Whether bit `service` of EF.UST is set. The numbers start at 1 in the lowest bit of the first byte. */
function hasService(adf: Directory, service: number): boolean {
  const ust = adf.files.find((file) => file.fid === EF_UST_FID)
  if (ust?.kind !== 'transparent') return false
  return ((ust.content[(service - 1) >> 3] ?? 0) & (1 << ((service - 1) & 7))) !== 0
}

/**
 * The keys of the selected network access application.
 * @throws CardRefusal 6985 if no such application is selected, 6982 if its PIN is not verified
 */
function currentAka(channel: UiccChannel): { adf: Directory; aka: AkaState } {
  const adf = channel.currentAdf
  const access = channel.networkAccess.find((candidate) => adf?.aid && equalBytes(candidate.aid, adf.aid))
  if (!adf || !access) throw new CardRefusal(SW.conditionsNotSatisfied)
  const pin = adf.pinReferences[0]
  if (pin !== undefined && !isAuthenticated(channel, pin)) throw new CardRefusal(SW.securityNotSatisfied)
  return { adf, aka: access.aka }
}

/** A value with its length in one byte before it. */
const withLength = (bytes: Uint8Array) => concat(Uint8Array.of(bytes.length), bytes)

/**
 * Reads `count` values of 16 bytes, each with its length before it.
 * @throws CardRefusal 6700 for another number of bytes, 6A80 for another length inside
 */
function fieldsOf(data: Uint8Array, count: number): Uint8Array[] {
  if (data.length !== count * (CHALLENGE_BYTES + 1)) throw new CardRefusal(SW.wrongLength)
  return Array.from({ length: count }, (_, index) => {
    const at = index * (CHALLENGE_BYTES + 1)
    if (data[at] !== CHALLENGE_BYTES) throw new CardRefusal(SW.wrongData)
    return data.subarray(at + 1, at + 1 + CHALLENGE_BYTES)
  })
}

/**
 * 3G security context (TS 31.102 7.1). Answers RES, CK and IK, and Kc if service 27 is available, or AUTS if the
 * sequence number is not accepted.
 * @throws CardRefusal 9862 if the MAC of AUTN is wrong
 */
function authenticate3g(channel: UiccChannel, data: Uint8Array): Uint8Array {
  const { adf, aka } = currentAka(channel)
  const [rand, autn] = fieldsOf(data, 2)
  const answer = answerChallenge(aka, rand!, autn!)
  switch (answer.kind) {
    case 'wrong-mac':
      throw new CardRefusal(SW.wrongMac)
    case 'out-of-sync':
      return concat(Uint8Array.of(TAG_SYNC_FAILURE), withLength(answer.auts))
    case 'accepted': {
      const kc = hasService(adf, SERVICE_GSM_ACCESS) ? [withLength(answer.kc)] : []
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
  const [rand] = fieldsOf(data, 1)
  const { sres, kc } = answerGsmChallenge(aka, rand!)
  return concat(withLength(sres), withLength(kc))
}

/**
 * AUTHENTICATE in the context of P2: 81 for 3G, 80 for GSM.
 * @throws CardRefusal 6A86 for another P1 or P2, or as the context requires
 */
export function authenticate(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.p1 !== 0) throw new CardRefusal(SW.wrongParameters)
  if (apdu.p2 === CONTEXT_3G) return authenticate3g(channel, apdu.data)
  if (apdu.p2 === CONTEXT_GSM) return authenticateGsm(channel, apdu.data)
  throw new CardRefusal(SW.wrongParameters)
}
