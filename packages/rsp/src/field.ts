import { type Codec, mapped, octets, raw, sequence } from '@simwright/asn1'

/** TransactionId, 1 to 16 bytes. */
export const transactionIdField = octets({ tag: 0x80, min: 1, max: 16 })

/**
 * A signature (5F37). Its length is checked when it is verified, so that a wrong length is reported as a wrong
 * signature.
 */
export const signatureField = octets({ tag: 0x5f37 })

/** A one-time public key (5F49): an uncompressed point of 65 bytes, checked when it is used. */
export const oneTimeKeyField = octets({ tag: 0x5f49 })

/** Bytes of a challenge. */
export const challengeLength = 16

/** A SEQUENCE that is retained as bytes and not decoded: certificates and revocation lists. */
export function opaqueSequence(): Codec<Uint8Array> {
  return mapped(raw(sequence({})), {
    decode: (received) => received.raw,
    encode: (bytes) => ({ value: {}, raw: bytes }),
  })
}

/**
 * ICCID as in EF.ICCID (5A): 10 bytes, nibbles swapped, padded with F. The text is the 18 to 20 digits without padding.
 */
export const iccidField: Codec<string> = mapped(octets({ tag: 0x5a, size: 10 }), {
  decode: digitsOfSwapped,
  encode: (digits) => swappedDigits(digits, 10),
})

/** Digits in telephony BCD: low nibble first, up to the filler F. Other nibbles become a to e. */
export function digitsOfSwapped(bytes: Uint8Array): string {
  let digits = ''
  for (const byte of bytes) digits += nibble(byte & 0x0f) + nibble(byte >> 4)
  const end = digits.indexOf('f')
  return end < 0 ? digits : digits.slice(0, end)
}

/**
 * The inverse of {@link digitsOfSwapped}, padded with F to `length` bytes.
 * @throws TypeError for other text than digits
 */
export function swappedDigits(digits: string, length: number): Uint8Array {
  if (!/^\d+$/.test(digits) || digits.length > 2 * length) {
    throw new TypeError(`1 to ${2 * length} digits are expected`)
  }
  const padded = digits.padEnd(2 * length, 'f')
  return Uint8Array.from({ length }, (_, i) => Number.parseInt(padded[2 * i + 1]! + padded[2 * i]!, 16))
}

/** One hexadecimal digit. */
function nibble(value: number): string {
  return value.toString(16)
}
