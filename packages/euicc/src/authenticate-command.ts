/** AUTHENTICATE of a USIM or ISIM: 3GPP TS 31.102 clause 7.1. */
import { concat, equalBytes } from '@simwright/asn1'
import { type AkaState, answerChallenge, answerGsmChallenge } from './aka.ts'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { Directory } from './card-file.ts'
import { isAuthenticated, type UiccChannel } from './uicc-channel.ts'

const CONTEXT_GSM = 0x80
const CONTEXT_3G = 0x81
const TAG_SUCCESS = 0xdb
const TAG_SYNC_FAILURE = 0xdc
const CHALLENGE_BYTES = 16

const EF_UST_FID = 0x6f38
/** Service numbers of EF.UST (TS 31.102 4.2.8). */
const SERVICE_GSM_ACCESS = 27
const SERVICE_GSM_SECURITY_CONTEXT = 38

function hasService(adf: Directory, service: number): boolean {
  const ust = adf.files.find((file) => file.fid === EF_UST_FID)
  if (ust?.kind !== 'transparent') return false
  return ((ust.content[(service - 1) >> 3] ?? 0) & (1 << ((service - 1) & 7))) !== 0
}

function currentAka(channel: UiccChannel): { adf: Directory; aka: AkaState } {
  const adf = channel.currentAdf
  const access = channel.networkAccess.find((candidate) => adf?.aid && equalBytes(candidate.aid, adf.aid))
  if (!adf || !access) throw new CardRefusal(SW.conditionsNotSatisfied)
  const pin = adf.pinReferences[0]
  if (pin !== undefined && !isAuthenticated(channel, pin)) throw new CardRefusal(SW.securityNotSatisfied)
  return { adf, aka: access.aka }
}

/** The length-prefixed values of the command or answer. */
const withLength = (bytes: Uint8Array) => concat(Uint8Array.of(bytes.length), bytes)

function fieldsOf(data: Uint8Array, count: number): Uint8Array[] {
  if (data.length !== count * (CHALLENGE_BYTES + 1)) throw new CardRefusal(SW.wrongLength)
  return Array.from({ length: count }, (_, index) => {
    const at = index * (CHALLENGE_BYTES + 1)
    if (data[at] !== CHALLENGE_BYTES) throw new CardRefusal(SW.wrongData)
    return data.subarray(at + 1, at + 1 + CHALLENGE_BYTES)
  })
}

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

function authenticateGsm(channel: UiccChannel, data: Uint8Array): Uint8Array {
  const { adf, aka } = currentAka(channel)
  if (!hasService(adf, SERVICE_GSM_SECURITY_CONTEXT)) throw new CardRefusal(SW.contextNotSupported)
  const [rand] = fieldsOf(data, 1)
  const { sres, kc } = answerGsmChallenge(aka, rand!)
  return concat(withLength(sres), withLength(kc))
}

export function authenticate(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.p1 !== 0) throw new CardRefusal(SW.wrongParameters)
  if (apdu.p2 === CONTEXT_3G) return authenticate3g(channel, apdu.data)
  if (apdu.p2 === CONTEXT_GSM) return authenticateGsm(channel, apdu.data)
  throw new CardRefusal(SW.wrongParameters)
}
