import { crc32, deflateRawSync } from 'node:zlib'
import { concat } from '@simwright/asn1'

/** An entry of an archive to write, and what to state wrongly about it. */
interface Entry {
  readonly name: string
  readonly bytes: Uint8Array
  readonly method?: number
  readonly flags?: number
  readonly unpacked?: number
  readonly crc?: number
}

/** A ZIP archive with these entries. */
export function zipFile(entries: readonly Entry[]): Uint8Array {
  const locals: Uint8Array[] = []
  const headers: Uint8Array[] = []
  let offset = 0
  for (const { name, bytes, method = 8, flags = 0, unpacked = bytes.length, crc = crc32(bytes) } of entries) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const label = new TextEncoder().encode(name)
    const facts = [
      ...u16(20),
      ...u16(flags),
      ...u16(method),
      0,
      0,
      0,
      0,
      ...u32(crc),
      ...u32(packed.length),
      ...u32(unpacked),
    ]
    const local = concat(Uint8Array.of(0x50, 0x4b, 3, 4, ...facts, ...u16(label.length), 0, 0), label, packed)
    const header = [0x50, 0x4b, 1, 2, 20, 0, ...facts, ...u16(label.length), ...new Array(12).fill(0), ...u32(offset)]
    headers.push(concat(Uint8Array.from(header), label))
    locals.push(local)
    offset += local.length
  }
  const size = headers.reduce((sum, { length }) => sum + length, 0)
  const count = u16(entries.length)
  const end = Uint8Array.of(0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...count, ...count, ...u32(size), ...u32(offset), 0, 0)
  return concat(...locals, ...headers, end)
}

const u16 = (value: number) => [value & 0xff, (value >> 8) & 0xff]
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)]
