import { Asn1Error, automatic, type Choice, choice, concat, readTlv, sequence, type Tlv } from '@simwright/asn1'
import { SaipError } from '../error.ts'
import { Application, End, NonStandard, Rfm, SecurityDomain } from './application-element.ts'
import * as fs from './file-system-element.ts'
import { AkaParameter, CdmaParameter, PinCodes, PukCodes } from './naa-element.ts'
import { PeHeader } from './pe-header.ts'
import { ProfileHeader } from './profile-header.ts'

/** Placeholder of the alternatives that the module reserves, so that the following ones get the right tags. */
const dummy = sequence({})

/** The alternatives of ProfileElement, in the order of the PEDefinitions module (TCA eUICC Profile Package 3.3.1). */
const alternatives = automatic({
  header: ProfileHeader,
  genericFileManagement: fs.GenericFileManagement,
  pinCodes: PinCodes,
  pukCodes: PukCodes,
  akaParameter: AkaParameter,
  cdmaParameter: CdmaParameter,
  securityDomain: SecurityDomain,
  rfm: Rfm,
  application: Application,
  nonStandard: NonStandard,
  end: End,
  rfu1: dummy,
  rfu2: dummy,
  rfu3: dummy,
  rfu4: dummy,
  rfu5: dummy,
  mf: fs.Mf,
  cd: fs.Cd,
  telecom: fs.Telecom,
  usim: fs.Usim,
  'opt-usim': fs.OptUsim,
  isim: fs.Isim,
  'opt-isim': fs.OptIsim,
  phonebook: fs.Phonebook,
  'gsm-access': fs.GsmAccess,
  csim: fs.Csim,
  'opt-csim': fs.OptCsim,
  eap: fs.Eap,
  'df-5gs': fs.Df5gs,
  'df-saip': fs.DfSaip,
  'df-snpn': fs.DfSnpn,
  'df-5gprose': fs.Df5gProse,
  iot: fs.Iot,
  'opt-iot': fs.OptIot,
})

/** An element that this version defines. */
const KnownElement = choice(alternatives)

/** An element with a tag that this version does not define. Its header is decoded if it has the usual form. */
export interface UnknownElement {
  kind: 'unknown'
  value: { tag: number; header?: PeHeader | undefined; raw: Uint8Array }
}

/** A profile element: its kind, and its components by their names in the module. */
export type ProfileElement = Choice<typeof alternatives> | UnknownElement
export type ElementKind = ProfileElement['kind']
/** The element of one kind. */
export type ElementOf<K extends ElementKind> = Extract<ProfileElement, { kind: K }>

/** A decoded element with its offset in the package and its encoding. */
export type DecodedElement = ProfileElement & { readonly offset: number; readonly raw: Uint8Array }

/**
 * Encodes an element. An unknown one is encoded as it was received.
 * @throws Asn1Error if a value does not fit its type
 */
export function encodeElement(element: ProfileElement): Uint8Array {
  return element.kind === 'unknown' ? element.value.raw : KnownElement.encode(element)
}

/** Encodes a profile package (UPP): the concatenation of its elements. */
export function encodeProfile(elements: readonly ProfileElement[]): Uint8Array {
  return concat(...elements.map(encodeElement))
}

/**
 * Decodes a profile package (UPP). The elements share memory with `upp`. Their order and contents are not checked.
 * @throws SaipError `malformed` with the element at fault
 */
export function decodeProfile(upp: Uint8Array): DecodedElement[] {
  const elements: DecodedElement[] = []
  for (let offset = 0; offset < upp.length; ) {
    const index = elements.length
    const tlv = orMalformed({ index, kind: 'element' }, offset, () => readTlv(upp, offset))
    elements.push({ ...decodeTlv(tlv, { index, offset }), offset, raw: tlv.raw })
    offset += tlv.raw.length
  }
  return elements
}

/** The identification of an element. The profile header and elements without a decodable header have none. */
export function identificationOf(element: ProfileElement): number | undefined {
  return headerOf(element)?.identification
}

/** The header of an element with its `mandated` flag, or undefined if it has none. */
export function headerOf(element: ProfileElement): PeHeader | undefined {
  return 'header' in element.value ? element.value.header : undefined
}

/** Decodes one element. Unknown tags are not an error: a later version may define them. */
function decodeTlv(tlv: Tlv, { index, offset }: { index: number; offset: number }): ProfileElement {
  const name = elementName(tlv.tag)
  if (name === undefined) {
    return { kind: 'unknown', value: { tag: tlv.tag, header: findHeader(tlv), raw: tlv.raw } }
  }
  return orMalformed({ index, kind: name }, offset, () => KnownElement.decode(tlv.raw))
}

/** The kind of the element with this tag. */
function elementName(tag: number): string | undefined {
  return Object.entries(alternatives).find(([, codec]) => codec.tag === tag)?.[0]
}

/** The header of an unknown element, if its first component has the form of one. */
function findHeader(tlv: Tlv): PeHeader | undefined {
  try {
    return PeHeader.withTag(0xa0).decode(readTlv(tlv.value).raw)
  } catch (error) {
    if (error instanceof Asn1Error) return undefined
    throw error
  }
}

/**
 * Runs a decoder; an Asn1Error becomes SaipError `malformed` with the element, the path of the fault and its offset in the
 * package. `start` is the offset of the element.
 */
function orMalformed<T>(element: { index: number; kind: string }, start: number, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof Asn1Error)) throw cause
    const where = cause.path === '' ? '' : ` at ${cause.path}`
    const offset = start + (cause.offset ?? 0)
    throw new SaipError(
      'malformed',
      `Element ${element.index} (${element.kind}) cannot be read${where}, byte ${offset}: ${cause.code}`,
      { element, status: 'invalid-request-format', offset, cause },
    )
  }
}
