import { concat, readTlv, writeTlv } from '@simwright/asn1'
import { type Imsi, mccOf, mncOf, type Plmn } from '@simwright/ids'
import { SaipError } from '../error.ts'
import { ipv4Bytes, ipv4Text, ipv6Bytes, ipv6Text } from './ip-address.ts'

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
export function imsPrivateIdentity(imsi: Imsi, domain: string): string {
  return `${imsi}@${domain}`
}

/** The temporary public identity derived from an IMSI (3GPP TS 23.003, 13.4B). */
export function imsPublicIdentity(imsi: Imsi, domain: string): string {
  return `sip:${imsi}@${domain}`
}

/** Types of address in EF.P-CSCF (TS 31.103, 4.2.8). */
const addressType = { domain: 0, ipv4: 1, ipv6: 2 } as const

/** A record of EF.P-CSCF without padding: tag 80, the type of address, the address. @throws SaipError `content` */
export function encodePcscf(address: string): Uint8Array {
  const ipv4 = ipv4Bytes(address)
  if (ipv4 !== undefined) return writeTlv(0x80, concat(Uint8Array.of(addressType.ipv4), ipv4))
  const ipv6 = ipv6Bytes(address)
  if (ipv6 !== undefined) return writeTlv(0x80, concat(Uint8Array.of(addressType.ipv6), ipv6))
  if (!isDomainName(address)) throw new SaipError('content', 'A P-CSCF is a domain name, an IPv4 or an IPv6 address.')
  return writeTlv(0x80, concat(Uint8Array.of(addressType.domain), utf8.encode(address)))
}

/** The address in a record of EF.P-CSCF. Undefined for a free record. An IPv6 address is written in full. */
export function decodePcscf(record: Uint8Array): string | undefined {
  if (record[0] !== 0x80) return undefined
  const { value } = readTlv(record)
  const address = value.subarray(1)
  if (value[0] === addressType.ipv4) return ipv4Text(address)
  return value[0] === addressType.ipv6 ? ipv6Text(address) : new TextDecoder().decode(address)
}

/** Whether a text is a domain name of letters, digits and hyphens with at least two labels (RFC 1123, 2.1). */
export function isDomainName(text: string): boolean {
  return text.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(text)
}
