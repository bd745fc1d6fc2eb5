import { concat, readTlvs, writeTlv } from '@simwright/asn1'
import { parsePlmn, plmnFromBytes, plmnToBytes, SPN_BYTES } from '@simwright/ids'
import { SaipError } from '../error.ts'
import {
  decodeAlpha,
  encodeAlpha,
  gsmBytes,
  gsmText,
  packSeptets,
  ucs2Bytes,
  ucs2Text,
  unpackSeptets,
} from './alpha.ts'

/** EF.SPN (TS 31.102, 4.2.12): the name to display, and whether the network's own name is displayed with it. */
export interface ServiceProviderName {
  readonly name: string
  readonly homeNetworkNameShown: boolean
  readonly hiddenAbroad: boolean
}

/**
 * Encodes EF.SPN: a byte with the display conditions, then the name in 16 bytes.
 * @throws SaipError `content` for a longer name
 */
export function encodeSpn(spn: ServiceProviderName): Uint8Array {
  const display = (spn.homeNetworkNameShown ? 1 : 0) | (spn.hiddenAbroad ? 2 : 0)
  return concat(Uint8Array.of(display), encodeAlpha(spn.name, SPN_BYTES))
}

/** Decodes EF.SPN. */
export function decodeSpn(content: Uint8Array): ServiceProviderName {
  const display = content[0] ?? 0
  return {
    name: decodeAlpha(content.subarray(1)),
    homeNetworkNameShown: (display & 1) !== 0,
    hiddenAbroad: (display & 2) !== 0,
  }
}

/** A record of EF.PNN (TS 31.102, 4.2.58): the names of a network. */
export interface NetworkName {
  readonly full: string
  readonly short?: string | undefined
}

/** Encodes a record of EF.PNN without padding: the full name (tag 43) and, if given, the short name (tag 45). */
export function encodePnn({ full, short }: NetworkName): Uint8Array {
  const names = [writeTlv(0x43, nameValue(full))]
  if (short !== undefined && short !== '') names.push(writeTlv(0x45, nameValue(short)))
  return concat(...names)
}

/** Decodes a record of EF.PNN. Undefined for a free record. @throws SaipError `content`, or Asn1Error */
export function decodePnn(record: Uint8Array): NetworkName | undefined {
  const end = record.findLastIndex((byte) => byte !== 0xff)
  if (end < 0) return undefined
  const used = record.subarray(0, tlvEnd(record))
  const values = readTlvs(used)
  const full = values.find(({ tag }) => tag === 0x43)
  if (full === undefined) throw new SaipError('content', 'A record of EF.PNN must begin with the full name.')
  const short = values.find(({ tag }) => tag === 0x45)
  return { full: nameText(full.value), ...(short === undefined ? {} : { short: nameText(short.value) }) }
}

/**
 * A record of EF.OPL or EF.OPL5G (TS 31.102, 4.2.59 and 4.4.11.9): the record of EF.PNN that names a network, in all its
 * areas or in a range.
 */
export interface NetworkNameUse {
  readonly plmn: string
  readonly pnnRecord: number
  /** Absent: all areas. */
  readonly areas?: AreaRange | undefined
}

/** Location or tracking area codes. */
export interface AreaRange {
  readonly first: number
  readonly last: number
}

/** The range that means all areas: 0000 to FFFE, in 5G 000000 to FFFFFE. */
const allAreas = { first: 0x0000, last: 0xfffe } as const
const allAreas5g = { first: 0x000000, last: 0xfffffe } as const
/** The last area that a record of EF.OPL can name, and the last one of EF.OPL5G. */
export const [lastArea, lastArea5g] = [allAreas.last, allAreas5g.last]

/** Whether all areas exist only in 5G, where an area has three bytes. EF.OPL cannot name them. */
export const isOnly5g = ({ areas = allAreas }: Pick<NetworkNameUse, 'areas'>): boolean => areas.first > allAreas.last

/** Encodes a record of EF.OPL, without the areas that exist only in 5G. */
export function encodeOpl({ plmn, pnnRecord, areas = allAreas }: NetworkNameUse): Uint8Array {
  const { first, last } = areas
  return oplRecord({ plmn, pnnRecord, areas: { first, last: Math.min(last, allAreas.last) } }, 2)
}

/** Encodes a record of EF.OPL5G. */
export const encodeOpl5g = ({ plmn, pnnRecord, areas = allAreas5g }: NetworkNameUse): Uint8Array =>
  oplRecord({ plmn, pnnRecord, areas }, 3)

/** A record whose areas have this many bytes. */
function oplRecord({ plmn, pnnRecord, areas }: NetworkNameUse & { areas: AreaRange }, areaBytes: 2 | 3): Uint8Array {
  const bounds = [areas.first, areas.last].map((area) => bigEndian(area, areaBytes))
  return concat(plmnToBytes(parsePlmn(plmn)), ...bounds, Uint8Array.of(pnnRecord))
}

const bigEndian = (value: number, bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, i) => (value >> (8 * (bytes - 1 - i))) & 0xff)

/** Decodes a record of EF.OPL. Undefined for a free record. */
export function decodeOpl(record: Uint8Array): NetworkNameUse | undefined {
  if (record.every((byte) => byte === 0xff)) return undefined
  const number = (at: number) => ((record[at] ?? 0) << 8) | (record[at + 1] ?? 0)
  const [first, last] = [number(3), number(5)]
  const isAll = first === allAreas.first && last === allAreas.last
  const use = { plmn: plmnFromBytes(record.subarray(0, 3)), pnnRecord: record[7] ?? 0 }
  return isAll ? use : { ...use, areas: { first, last } }
}

/** The network name information element (3GPP TS 24.008, 10.5.3.5a) without tag and length. */
function nameValue(name: string): Uint8Array {
  const septets = gsmBytes(name)
  if (septets === undefined) return Uint8Array.of(0x90, ...ucs2Bytes(name))
  const { bytes, spareBits } = packSeptets(septets)
  return Uint8Array.of(0x80 | spareBits, ...bytes)
}

/** The text of a network name information element: UCS2, or GSM letters of seven bits. */
function nameText(value: Uint8Array): string {
  const form = value[0] ?? 0
  const text = value.subarray(1)
  return (form & 0x70) === 0x10 ? ucs2Text(text) : gsmText(unpackSeptets(text, form & 0x07))
}

/** The end of the names in a record, before the padding. */
function tlvEnd(record: Uint8Array): number {
  let at = 0
  while (at + 1 < record.length && (record[at] === 0x43 || record[at] === 0x45)) at += 2 + (record[at + 1] as number)
  return Math.min(at, record.length)
}
