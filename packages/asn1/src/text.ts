import { type Codec, primitive } from './codec.ts'
import { Asn1Error } from './error.ts'
import { type Sized, sizeCheck } from './primitive.ts'

const utf8Reader = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const utf8Writer = new TextEncoder()

/**
 * UTF8String. Sizes count characters (code points). NUL is refused in both directions: UTF8String may contain it (X.680,
 * 41), but no text of SGP.22 or SAIP does, and PostgreSQL cannot store it.
 */
export function utf8(options: Sized = {}): Codec<string> {
  const check = sizeCheck(options, 'characters')
  return primitive(
    options.tag ?? 0x0c,
    (content) => {
      const text = isAscii(content) ? asciiText(content) : readUtf8(content)
      checkNul(text)
      check(countCharacters(text))
      return text
    },
    (out, value: string) => {
      checkNul(value)
      check(countCharacters(value))
      if (!value.isWellFormed()) throw new Asn1Error('bad_value', 'the text has an unpaired surrogate')
      out.bytes(utf8Writer.encode(value))
    },
  )
}

/** Throws Asn1Error `bad_value` if the text contains NUL. */
function checkNul(text: string): void {
  if (text.includes('\u0000')) throw new Asn1Error('bad_value', 'the text has a NUL')
}

/** PrintableString. Decoding accepts any ASCII, because certificates in the field exceed the permitted characters. */
export function printable(options: Sized = {}): Codec<string> {
  return asciiString(options, 0x13, /^[A-Za-z0-9 '()+,\-./:=?]*$/, "letters, digits and '()+,-./:=? only")
}

/** IA5String: ASCII, control characters included. */
export function ia5(options: Sized = {}): Codec<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: IA5 is all of ASCII, control characters included
  return asciiString(options, 0x16, /^[\x00-\x7f]*$/, 'ASCII characters only')
}

/** NumericString: digits and spaces. */
export function numericString(options: Sized = {}): Codec<string> {
  return asciiString(options, 0x12, /^[0-9 ]*$/, 'digits and spaces only')
}

/** A one-byte-a-character string. Decoding accepts any ASCII; encoding accepts what `written` matches. */
function asciiString(options: Sized, tag: number, written: RegExp, rule: string): Codec<string> {
  const check = sizeCheck(options, 'characters')
  return primitive(
    options.tag ?? tag,
    (content) => {
      if (!isAscii(content)) throw new Asn1Error('bad_value', 'ASCII characters only')
      check(content.length)
      return asciiText(content)
    },
    (out, value: string) => {
      if (typeof value !== 'string' || !written.test(value)) throw new Asn1Error('bad_value', rule)
      check(value.length)
      out.bytes(utf8Writer.encode(value))
    },
  )
}

function isAscii(content: Uint8Array): boolean {
  for (let i = 0; i < content.length; i++) if (content[i]! > 0x7f) return false
  return true
}

/** Short strings are faster without TextDecoder. */
function asciiText(content: Uint8Array): string {
  if (content.length > 64) return utf8Reader.decode(content)
  let text = ''
  for (let i = 0; i < content.length; i++) text += String.fromCharCode(content[i]!)
  return text
}

/** Throws Asn1Error `bad_value` if the bytes are not UTF-8. */
function readUtf8(content: Uint8Array): string {
  try {
    return utf8Reader.decode(content)
  } catch (cause) {
    throw new Asn1Error('bad_value', 'the text is not UTF-8', { cause })
  }
}

/** Code points: a surrogate pair counts once. */
function countCharacters(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) count--
  }
  return count
}
