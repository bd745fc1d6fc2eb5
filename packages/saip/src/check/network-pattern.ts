import { SaipError } from '../error.ts'

/**
 * The network in a record of EF.OPL, `262-0x`: D means any digit (TS 31.102, 4.2.59).
 * @throws SaipError `content`
 */
export function networkPattern(bytes: Uint8Array): string {
  const [first = 0xff, second = 0xff, third = 0xff] = bytes
  const nibbles = [first & 15, first >> 4, second & 15, third & 15, third >> 4]
  if (second >> 4 !== 0xf) nibbles.push(second >> 4)
  if (nibbles.some((nibble) => nibble > 9 && nibble !== 13))
    throw new SaipError('content', 'A network has digits only.')
  const digits = nibbles.map((nibble) => (nibble === 13 ? 'x' : String(nibble))).join('')
  return `${digits.slice(0, 3)}-${digits.slice(3)}`
}
