import { readTlv, writeTlv } from '@simwright/asn1'
import { type Imsi, mccOf, mncOf, type Plmn } from '@simwright/ids'

const utf8 = new TextEncoder()

/** EF.IMPI, EF.DOMAIN and a record of EF.IMPU (TS 31.103, 4.2.2 to 4.2.4): UTF-8 text with tag 80. */
export function encodeImsText(text: string): Uint8Array {
  return writeTlv(0x80, utf8.encode(text))
}

/** The text of EF.IMPI, EF.DOMAIN or a record of EF.IMPU. Bytes after it are padding. */
export function decodeImsText(content: Uint8Array): string {
  return new TextDecoder().decode(readTlv(content).value)
}

/** The home network domain of a network (3GPP TS 23.003, 13.2). */
export function imsDomain(plmn: Plmn): string {
  return `ims.mnc${mncOf(plmn).padStart(3, '0')}.mcc${mccOf(plmn)}.3gppnetwork.org`
}

/** The private identity derived from an IMSI (3GPP TS 23.003, 13.3). */
export function imsPrivateIdentity(imsi: Imsi, plmn: Plmn): string {
  return `${imsi}@${imsDomain(plmn)}`
}

/** The temporary public identity derived from an IMSI (3GPP TS 23.003, 13.4B). */
export function imsPublicIdentity(imsi: Imsi, plmn: Plmn): string {
  return `sip:${imsi}@${imsDomain(plmn)}`
}
