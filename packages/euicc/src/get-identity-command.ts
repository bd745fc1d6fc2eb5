/** GET IDENTITY of a USIM that calculates the SUCI: 3GPP TS 31.102 clause 7.5. */
import { Asn1Error, readTlv, writeTlv } from '@simwright/asn1'
import { decodeImsi, decodeSuciCalculation, type HomeNetworkKey, protectionSchemes, SaipError } from '@simwright/saip'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { Directory } from './card-file.ts'
import { contentAt, currentApplication, hasService } from './network-application.ts'
import { conceal, encodeSuci, ephemeralPrivateKey, msinBytes } from './suci.ts'
import type { UiccChannel } from './uicc-channel.ts'

/** Identity context in bits 1 to 7 of P2. Bit 8 says that the reference is specific to the application. */
const CONTEXT_BITS = 0x7f
const CONTEXT_SUCI = 0x01
const TAG_SUCI = 0xa1

/** Services of EF.UST: the SUCI is calculated, and by the USIM (TS 31.102 4.2.8). */
const SERVICE_SUCI = 124
const SERVICE_SUCI_BY_USIM = 125

const EF_IMSI = 0x6f07
const EF_AD = 0x6fad
const DF_5GS = 0x5fc0
const EF_ROUTING_INDICATOR = 0x4f0a
const DF_SAIP = 0x5fd0
const EF_SUCI_CALC_INFO_USIM = 0x4f01

/** Routing indicator 0, if the file does not exist (TS 23.003 2.2B). */
const DEFAULT_ROUTING_INDICATOR = Uint8Array.of(0xf0, 0xff)

/** MCC and MNC, and MSIN, of EF.IMSI. EF.AD gives the length of the MNC: 3 digits, or 2 for any other value. */
function subscriberOf(adf: Directory): { plmn: Uint8Array; msin: string } {
  const imsi = decodeImsi(contentAt(adf, EF_IMSI) ?? new Uint8Array(0))
  const mncDigits = contentAt(adf, EF_AD)?.[3] === 3 ? 3 : 2
  const [a, b, c, d, e, f] = [...imsi].map(Number)
  const filler = mncDigits === 3 ? f! : 0x0f
  const plmn = Uint8Array.of((b! << 4) | a!, (filler << 4) | c!, (e! << 4) | d!)
  return { plmn, msin: imsi.slice(3 + mncDigits) }
}

/**
 * The key of the preferred scheme in EF.SUCI_Calc_Info_USIM: the first entry of its list, a scheme and the index of a key,
 * from 1. Undefined is the null scheme, which is also used if the file has no content (TS 31.102 4.4.11.8).
 * @throws CardRefusal 6985 if the file has no such key
 */
function preferredKey(adf: Directory): HomeNetworkKey | undefined {
  const content = contentAt(adf, DF_SAIP, EF_SUCI_CALC_INFO_USIM)
  if (!content || content[0] === 0xff) return undefined
  const { schemes, keys } = decodeSuciCalculation(content)
  if (schemes[0] === undefined || schemes[0] === 'null') return undefined
  const index = readTlv(content).value[1]!
  const key = keys[index - 1]
  if (key?.scheme !== schemes[0]) throw new CardRefusal(SW.conditionsNotSatisfied)
  return key
}

/** The SUCI of the application's IMSI, with a new ephemeral key. */
function suciOf(adf: Directory, random: UiccChannel['random']): Uint8Array {
  const { plmn, msin } = subscriberOf(adf)
  const indicator = contentAt(adf, DF_5GS, EF_ROUTING_INDICATOR)
  const routingIndicator = indicator?.slice(0, 2) ?? DEFAULT_ROUTING_INDICATOR
  const plaintext = msinBytes(msin)
  const key = preferredKey(adf)
  if (!key) {
    return encodeSuci({ plmn, routingIndicator, schemeId: protectionSchemes.null, keyId: 0, output: plaintext })
  }
  const output = conceal(key, ephemeralPrivateKey(key.scheme, random), plaintext)
  return encodeSuci({ plmn, routingIndicator, schemeId: protectionSchemes[key.scheme], keyId: key.id, output })
}

/**
 * GET IDENTITY: answers the SUCI in a data object with tag A1. The SUPI is the IMSI; this card has no SUPI of type NAI.
 * @throws CardRefusal 6A86 for another context, 6985 without services 124 and 125 or without usable files, 6982 if the PIN
 * is not verified
 */
export function getIdentity(channel: UiccChannel, apdu: Apdu): Uint8Array {
  if (apdu.p1 !== 0 || (apdu.p2 & CONTEXT_BITS) !== CONTEXT_SUCI) throw new CardRefusal(SW.wrongParameters)
  const adf = currentApplication(channel)
  if (!hasService(adf, SERVICE_SUCI) || !hasService(adf, SERVICE_SUCI_BY_USIM)) {
    throw new CardRefusal(SW.conditionsNotSatisfied)
  }
  return writeTlv(
    TAG_SUCI,
    identityOrRefusal(() => suciOf(adf, channel.random)),
  )
}

/** Runs a calculation. Files with wrong content and invalid keys cannot give an identity. @throws CardRefusal 6985 */
function identityOrRefusal(calculate: () => Uint8Array): Uint8Array {
  try {
    return calculate()
  } catch (error) {
    if (error instanceof SaipError || error instanceof Asn1Error || isCryptoError(error)) {
      throw new CardRefusal(SW.conditionsNotSatisfied)
    }
    throw error
  }
}

/** Whether an error is one of Node's crypto module, which reports an invalid public key with such a code. */
function isCryptoError(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return /^ERR_(CRYPTO|OSSL)/.test(code)
}
