import { readTlvs, toHex } from '@simwright/asn1'
import { decodeAlpha } from '../ef/alpha.ts'
import type { Describe } from './describe.ts'

/** Digits of a dialling number by nibble; F ends the number (3GPP TS 31.102, 4.4.2.3). */
const dialed = '0123456789*#,?'

/** The digits, with a plus for an international number. `typed` begins with the type of number. */
function dialedNumber(typed: Uint8Array): string {
  const digits = [...typed.subarray(1)].flatMap((byte) => [byte & 0x0f, byte >> 4])
  const end = digits.indexOf(0x0f)
  const text = digits
    .slice(0, end < 0 ? undefined : end)
    .map((digit) => dialed[digit] ?? '')
    .join('')
  return ((typed[0] ?? 0) & 0x70) === 0x10 ? `+${text}` : text
}

/**
 * Numbers with a name before them: `fixed` bytes at the end, which begin with the length of type and number (TS 31.102,
 * 4.4.2.3; EF.BDN of 4.2.44 has one more byte).
 */
const namedNumber =
  (fixed: number): Describe =>
  (record) => {
    const number = record.subarray(record.length - fixed)
    const length = number[0] ?? 0xff
    if (length === 0xff || length === 0) return []
    const name = decodeAlpha(record.subarray(0, record.length - fixed))
    return [`${dialedNumber(number.subarray(1, 1 + length))}${name === '' ? '' : ` (${name})`}`]
  }

/** EF.ANR: an identifier of its name in EF.AAS, then a number (TS 31.102, 4.4.2.9). */
const additionalNumber: Describe = (record) => {
  const length = record[1] ?? 0xff
  return length === 0xff || length === 0 ? [] : [dialedNumber(record.subarray(2, 2 + length))]
}

/** EF.EXT1 to EF.EXT8: what did not fit into another record (TS 31.102, 4.4.2.4). */
const extension: Describe = (record) => {
  const next = record[12] === 0xff ? '' : `, continued in record ${record[12]}`
  const data = record.subarray(2, 2 + (record[1] ?? 0))
  if (record[0] === 1) return [`Subaddress ${toHex(data)}${next}`]
  return record[0] === 2 ? [`Further digits ${dialedNumber(Uint8Array.of(0, ...data))}${next}`] : []
}

/** Tags of the files of a phone book (TS 31.102, 4.4.2.1). */
const bookFiles = ['ADN', 'IAP', 'EXT1', 'SNE', 'ANR', 'PBC', 'GRP', 'AAS', 'GAS', 'UID', 'EMAIL', 'CCP1']
const bookLinks: Readonly<Record<number, string>> = {
  168: 'a record for each entry',
  169: 'linked by EF.IAP',
  170: 'linked by an identifier in the record',
}

/** EF.PBR: which files a phone book has. */
const phoneBook: Describe = (record) =>
  readTlvs(record.subarray(0, record.findLastIndex((byte) => byte !== 0xff) + 1)).flatMap(({ tag, value }) =>
    readTlvs(value).map(({ tag: file, value: id }) => {
      const name = bookFiles[file - 0xc0]
      return `${name === undefined ? `File ${file.toString(16).toUpperCase()}` : `EF.${name}`} ${toHex(id.subarray(0, 2)).toUpperCase()}: ${bookLinks[tag] ?? 'linked in an unknown way'}`
    }),
  )

/** The text before the first unused byte. What follows it depends on how the file is linked. */
const leadingText: Describe = (record) => {
  const end = record.indexOf(0xff)
  return end > 0 ? [decodeAlpha(record.subarray(0, end))] : []
}

const groups: Describe = (record) => {
  const numbers = [...record].filter((byte) => byte !== 0 && byte !== 0xff)
  return numbers.length === 0 ? [] : [`In groups ${numbers.join(', ')}`]
}

const counter =
  (label: string): Describe =>
  (content) => [`${label} ${content.reduce((sum, byte) => sum * 256 + byte, 0)}`]

/** Transparent files of the phone book, by file name. */
export const phoneBookFileTexts: Readonly<Record<string, Describe>> = {
  'EF.PSC': counter('Synchronization counter'),
  'EF.CC': counter('Change counter'),
  'EF.PUID': counter('Last identifier'),
}

/** Records of the phone book and of other lists of numbers, by file name. */
export const phoneBookRecordTexts: Readonly<Record<string, Describe>> = {
  'EF.ADN': namedNumber(14),
  'EF.FDN': namedNumber(14),
  'EF.SDN': namedNumber(14),
  'EF.MBDN': namedNumber(14),
  'EF.BDN': namedNumber(15),
  'EF.ANR': additionalNumber,
  'EF.PBR': phoneBook,
  'EF.AAS': leadingText,
  'EF.GAS': leadingText,
  'EF.SNE': leadingText,
  'EF.EMAIL': leadingText,
  'EF.GRP': groups,
  'EF.UID': (record) => (record.every((byte) => byte === 0) ? [] : counter('Identifier')(record)),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`EF.EXT${index + 1}`, extension])),
}
