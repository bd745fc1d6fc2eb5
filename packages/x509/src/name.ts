import { any, type Codec, mapped, oid, printable, readTlv, sequence, sequenceOf, setOf, utf8 } from '@simwright/asn1'

/** OIDs of the attribute types in GSMA names, by their usual short names. */
export const ATTRIBUTES = {
  CN: '2.5.4.3',
  serialNumber: '2.5.4.5',
  C: '2.5.4.6',
  L: '2.5.4.7',
  ST: '2.5.4.8',
  O: '2.5.4.10',
  OU: '2.5.4.11',
} as const

/** A short name of an attribute type. */
export type AttributeName = keyof typeof ATTRIBUTES

/** One attribute of a distinguished name. */
export interface NameAttribute {
  /** OID. */
  readonly type: string
  readonly value: string
}

/** The attributes of a distinguished name in encoded order. The grouping into relative names is lost. */
export type Name = readonly NameAttribute[]

const shortNames = new Map<string, string>(Object.entries(ATTRIBUTES).map(([name, type]) => [type, name]))
const latin1 = new TextDecoder('latin1')
const utf16 = new TextDecoder('utf-16be')
const utf8Reader = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a string type. Other values become hex, so that an unusual certificate can still be read and compared.
 */
function readText(encoded: Uint8Array): string {
  const { tag, value } = readTlv(encoded)
  switch (tag) {
    case 0x0c:
      return utf8Reader.decode(value)
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
      return latin1.decode(value)
    case 0x1e:
      return utf16.decode(value)
    default:
      return Buffer.from(encoded).toString('hex')
  }
}

/** C and serialNumber are PrintableStrings (RFC 5280, appendix A); all others are written as UTF8String. */
function writeText({ type, value }: NameAttribute): Uint8Array {
  return type === ATTRIBUTES.C || type === ATTRIBUTES.serialNumber ? printable().encode(value) : utf8().encode(value)
}

const attribute: Codec<NameAttribute> = mapped(sequence({ type: oid(), value: any() }, { extensible: false }), {
  decode: ({ type, value }) => ({ type, value: readText(value) }),
  encode: (pair) => ({ type: pair.type, value: writeText(pair) }),
})

/** Name (RFC 5280, 4.1.2.4). Encoded with one attribute in each relative name. */
export const name: Codec<Name> = mapped(sequenceOf(setOf(attribute, { min: 1 })), {
  decode: (levels) => levels.flat(),
  encode: (attributes) => attributes.map((pair) => [pair]),
})

/** Builds a name from short names: `nameOf({ O: 'ACME', CN: 'Test' })`. */
export function nameOf(parts: Partial<Record<AttributeName, string>>): Name {
  const entries = Object.entries(parts).filter((entry) => entry[1] !== undefined)
  return entries.map(([short, value]) => ({ type: ATTRIBUTES[short as AttributeName], value: value as string }))
}

/** The values of an attribute type, in encoded order. */
export function attributeValues(of: Name, short: AttributeName): string[] {
  return of.filter(({ type }) => shortNames.get(type) === short).map(({ value }) => value)
}

/** For display: `O=ACME, CN=Test`. Do not parse it; values are not escaped. */
export function nameText(of: Name): string {
  return of.map(({ type, value }) => `${shortNames.get(type) ?? type}=${value}`).join(', ')
}

/** Whether two names are equal as RFC 5280, 7.1 compares them: case and runs of spaces are ignored. */
export function sameName(a: Name, b: Name): boolean {
  return a.length === b.length && a.every((pair, i) => pair.type === b[i]!.type && sameText(pair.value, b[i]!.value))
}

/** Whether two attribute values are equal, ignoring case and runs of spaces. */
export function sameText(a: string, b: string): boolean {
  return a === b || normalized(a) === normalized(b)
}

function normalized(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}
