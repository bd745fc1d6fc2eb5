import { toHex } from '@simwright/asn1'
import { decodeEmergencyNumber } from '../ef/number.ts'
import type { Describe } from './describe.ts'
import { phoneBookRecordTexts } from './phone-book-text.ts'

// 3GPP2 C.S0065. Numbers of several bytes begin with the least significant one.

const littleEndian = (bytes: Uint8Array): number => bytes.reduceRight((sum, byte) => sum * 256 + byte, 0)

/** Decimal digits of which each is one less than the digit it stands for, and 9 is 0 (3GPP2 C.S0005, 2.3.1). */
const shifted = (value: number, digits: number): string =>
  [...String(value).padStart(digits, '0')].map((digit) => (Number(digit) + 1) % 10).join('')

/** EF.IMSI_M and EF.IMSI_T: class, S2, S1, digits 11 and 12, the flag "programmed", MCC. */
const networkIdentity: Describe = (content) => {
  if (((content[7] ?? 0) & 0x80) === 0) return ['Not programmed']
  const s1 = littleEndian(content.subarray(3, 6))
  const thousands = (s1 >> 10) & 0x0f
  const mcc = shifted(littleEndian(content.subarray(8, 10)) & 0x3ff, 3)
  const mnc = shifted((content[6] ?? 0) & 0x7f, 2)
  const area = shifted(littleEndian(content.subarray(1, 3)) & 0x3ff, 3)
  const subscriber = `${shifted(s1 >> 14, 3)}${thousands % 10}${shifted(s1 & 0x3ff, 3)}`
  return [`${mcc}${mnc}${area}${subscriber}`]
}

/** EF.MDN: the number of digits, then the digits, of which 0 is coded as A. */
const directoryNumber: Describe = (record) => {
  const digits = [...record.subarray(1, 9)].flatMap((byte) => [byte & 0x0f, byte >> 4])
  const count = (record[0] ?? 0) & 0x0f
  return count === 0 || count === 0x0f
    ? []
    : [
        digits
          .slice(0, count)
          .map((digit) => (digit > 9 ? 0 : digit))
          .join(''),
      ]
}

/** Character encodings of 3GPP2 C.R1001, 9.1. */
const encodings: Readonly<Record<number, string>> = { 0: 'latin1', 2: 'ascii', 3: 'ascii', 4: 'utf-16be', 8: 'latin1' }

/** EF.SPN: display condition, character encoding, language, name. */
const providerName: Describe = (content) => {
  const encoding = encodings[content[1] ?? 0xff]
  if (encoding === undefined) return []
  const text = content.subarray(3)
  const end = text.findLastIndex((byte) => byte !== 0xff) + 1
  const isShown = ((content[0] ?? 0) & 1) !== 0
  return [
    new TextDecoder(encoding).decode(text.subarray(0, end)),
    isShown ? 'The name is shown at home' : 'The name need not be shown',
  ]
}

const services: Describe = (content) => {
  const on = Array.from({ length: content.length * 8 }, (_, index) => index + 1).filter(
    (number) => ((content[(number - 1) >> 3] ?? 0) & (1 << ((number - 1) & 7))) !== 0,
  )
  return [on.length === 0 ? 'No service is on' : `Services on: ${on.join(', ')}`]
}

/** An identifier whose first byte comes last. */
const reversed = (bytes: Uint8Array): string => toHex(bytes.toReversed()).toUpperCase()

const emergencyNumbers: Describe = (content) =>
  Array.from({ length: Math.floor(content.length / 3) }, (_, index) => content.subarray(index * 3, index * 3 + 3))
    .map(decodeEmergencyNumber)
    .filter((number) => number !== undefined)

/** Transparent files of a CSIM, by file name. */
export const csimFileTexts: Readonly<Record<string, Describe>> = {
  'EF.IMSI_M': networkIdentity,
  'EF.IMSI_T': networkIdentity,
  'EF.SPN': providerName,
  'EF.CSIM_ST': services,
  'EF.EST': services,
  'EF.ECC': emergencyNumbers,
  'EF.ACCOLC': (content) => [`Overload class ${(content[0] ?? 0) & 0x0f}`],
  'EF.RUIMID': (content) => [`UIM identifier ${reversed(content.subarray(1, 1 + (content[0] ?? 0)))}`],
  'EF.SF_EUIMID': (content) => [`EUIMID ${reversed(content)}`],
}

/** Records of a CSIM, by file name. */
export const csimRecordTexts: Readonly<Record<string, Describe>> = {
  'EF.MDN': directoryNumber,
  'EF.FDN': phoneBookRecordTexts['EF.FDN']!,
  'EF.SDN': phoneBookRecordTexts['EF.SDN']!,
}
