/** GSM default alphabet, codes 00 to 7F; 1B escapes to the extension table (3GPP TS 23.038, 6.2.1). */
const gsmAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const escapeCode = 0x1b
const gsmCodes = new Map([...gsmAlphabet].map((letter, code) => [letter, code]))
gsmCodes.delete('\u001b')

/** One byte per character; undefined when a character is not in the default alphabet. */
export function gsmBytes(text: string): Uint8Array | undefined {
  const codes = [...text].map((letter) => gsmCodes.get(letter))
  return codes.some((code) => code === undefined) ? undefined : Uint8Array.from(codes as number[])
}

/** The inverse of `gsmBytes`; an escape reads as a space. */
export function gsmText(bytes: Uint8Array): string {
  return Array.from(bytes, (code) => (code === escapeCode ? ' ' : (gsmAlphabet[code & 0x7f] ?? ''))).join('')
}

/** The longest prefix of the text that `alphaBytes` encodes in at most `size` bytes. */
export function fitAlpha(text: string, size: number): string {
  const letters = [...text]
  while (letters.length > 0 && alphaBytes(letters.join('')).length > size) letters.pop()
  return letters.join('')
}

/**
 * Encodes a text for a card: one byte per character in the GSM default alphabet, else 80 and UCS2 (ETSI TS 102 221,
 * annex A).
 */
export function alphaBytes(text: string): Uint8Array {
  return gsmBytes(text) ?? Uint8Array.of(0x80, ...ucs2Bytes(text))
}

/** UCS2, big-endian. */
export function ucs2Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 * i] = unit >> 8
    bytes[2 * i + 1] = unit & 0xff
  }
  return bytes
}

/** Bytes for the name in EF.SPN: 16 characters of the default alphabet, or 7 in UCS2 (3GPP TS 31.102, 4.2.12). */
export const SPN_BYTES = 16
