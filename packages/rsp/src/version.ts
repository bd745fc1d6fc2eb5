import { type Codec, mapped, octets } from '@simwright/asn1'

/** VersionType: major, minor and revision, one byte each. As text `2.3.0`. */
export function version(options: { tag?: number } = {}): Codec<string> {
  return mapped(octets({ ...options, min: 1, max: 8 }), {
    decode: (bytes) => bytes.join('.'),
    encode: (text) => {
      const numbers = text.split('.').map(Number)
      if (!numbers.every((number) => Number.isInteger(number) && number >= 0 && number <= 255)) {
        throw new TypeError('a version is numbers from 0 to 255 joined by dots')
      }
      return Uint8Array.from(numbers)
    },
  })
}

/** Negative, zero or positive if `a` is older than, equal to or newer than `b`. Absent numbers count as 0. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
