import { type Codec, mapped, octets, raw, sequence } from '@simwright/asn1'

/** TransactionId, 1 to 16 bytes. */
export const transactionIdField = octets({ tag: 0x80, min: 1, max: 16 })

/** Any signature (5F37). Its length is judged where it is verified, so that a wrong one is a wrong signature. */
export const signatureField = octets({ tag: 0x5f37 })

/** A one-time public key (5F49), uncompressed point. */
export const oneTimeKeyField = octets({ tag: 0x5f49 })

export const challengeLength = 16

/** A SEQUENCE kept as the bytes it came in: certificates and revocation lists. */
export function opaqueSequence(): Codec<Uint8Array> {
  return mapped(raw(sequence({})), {
    decode: (received) => received.raw,
    encode: (bytes) => ({ value: {}, raw: bytes }),
  })
}

/** ICCID as in EF.ICCID (5A): nibbles swapped, padded with F; as text the 18 to 20 digits without padding. */
export const iccidField: Codec<string> = mapped(octets({ tag: 0x5a, size: 10 }), {
  decode: digitsOfSwapped,
  encode: (digits) => swappedDigits(digits, 10),
})

/** Telephony BCD: the low nibble first; ends at the filler F. */
export function digitsOfSwapped(bytes: Uint8Array): string {
  let digits = ''
  for (const byte of bytes) digits += nibble(byte & 0x0f) + nibble(byte >> 4)
  const end = digits.indexOf('f')
  return end < 0 ? digits : digits.slice(0, end)
}

/** The inverse of {@link digitsOfSwapped}, filled up with F to `length` bytes. */
export function swappedDigits(digits: string, length: number): Uint8Array {
  if (!/^\d+$/.test(digits) || digits.length > 2 * length) {
    throw new TypeError(`1 to ${2 * length} digits are expected`)
  }
  const padded = digits.padEnd(2 * length, 'f')
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(padded[2 * i + 1]! + padded[2 * i]!, 16))
}

function nibble(value: number): string {
  return value.toString(16)
}
