import { type Imsi, toSwappedBcd } from '@simwright/ids'
import { SaipError } from '../error.ts'

/** EF.IMSI (TS 31.102, 4.2.2): the length 8, a parity nibble 9 and the 15 digits, nibble-swapped. */
export function encodeImsi(imsi: Imsi): Uint8Array {
  return Uint8Array.of(8, ...toSwappedBcd(`9${imsi}`))
}

/** The digits of EF.IMSI. Profiles of other issuers may have fewer than 15. @throws SaipError `content` */
export function decodeImsi(content: Uint8Array): string {
  const length = content[0] ?? 0
  if (length < 1 || length > 8 || content.length < length + 1) {
    throw new SaipError('content', 'EF.IMSI begins with its length, 1 to 8.')
  }
  const digits = [...content.subarray(1, length + 1)].flatMap((byte) => [byte & 0x0f, byte >> 4]).slice(1)
  while (digits.at(-1) === 0x0f) digits.pop()
  if (digits.some((digit) => digit > 9)) throw new SaipError('content', 'EF.IMSI must contain digits only.')
  return digits.join('')
}

/** The access class of an IMSI: its last digit (3GPP TS 22.011, 4.2). */
export function accessClassOf(imsi: Imsi): number {
  return Number(imsi.at(-1))
}

/** EF.ACC (TS 31.102, 4.2.15): one bit for each access class, 0 to 15. */
export function encodeAccessClasses(classes: readonly number[]): Uint8Array {
  const bits = classes.reduce((sum, index) => sum | (1 << index), 0)
  return Uint8Array.of(bits >> 8, bits & 0xff)
}

/** The access classes, 0 to 15, whose bits are set. */
export function decodeAccessClasses(content: Uint8Array): number[] {
  const bits = ((content[0] ?? 0) << 8) | (content[1] ?? 0)
  return Array.from({ length: 16 }, (_, index) => index).filter((index) => (bits & (1 << index)) !== 0)
}

/** UE operation modes of EF.AD (TS 31.102, 4.2.18; TS 31.103, 4.2.9). */
export const operationModes = {
  normal: 0x00,
  'type-approval': 0x80,
  'normal-with-facilities': 0x01,
  'type-approval-with-facilities': 0x81,
  maintenance: 0x02,
  'cell-test': 0x04,
} as const
/** The name of an operation mode. `-with-facilities`: with the specific facilities of byte 3. */
export type OperationMode = keyof typeof operationModes

/** EF.AD (TS 31.102, 4.2.18): operation mode, and the number of digits of the MNC in the IMSI. */
export interface AdministrativeData {
  readonly operation: OperationMode
  readonly mncLength: 2 | 3
}

/** Encodes EF.AD: operation mode, two bytes without additional information, length of the MNC. */
export function encodeAdministrativeData({ operation, mncLength }: AdministrativeData): Uint8Array {
  return Uint8Array.of(operationModes[operation], 0, 0, mncLength)
}

/** Decodes EF.AD. An unknown operation mode counts as normal. @throws SaipError `content` */
export function decodeAdministrativeData(content: Uint8Array): AdministrativeData {
  const mncLength = (content[3] ?? 0) & 0x0f
  if (mncLength !== 2 && mncLength !== 3) throw new SaipError('content', 'EF.AD must contain an MNC length of 2 or 3.')
  const modes = Object.keys(operationModes) as OperationMode[]
  return { operation: modes.find((mode) => operationModes[mode] === content[0]) ?? 'normal', mncLength }
}

/** A PIN, PUK or ADM code as stored on a card: ASCII digits, padded with FF to 8 bytes. */
export function encodeCode(digits: string): Uint8Array {
  const bytes = new Uint8Array(8).fill(0xff)
  for (let i = 0; i < digits.length; i++) bytes[i] = digits.charCodeAt(i)
  return bytes
}

/** The digits of a PIN, PUK or ADM code without its padding. */
export function decodeCode(bytes: Uint8Array): string {
  return Array.from(
    bytes.filter((byte) => byte !== 0xff),
    (byte) => String.fromCharCode(byte),
  ).join('')
}
