import { inflateSync } from 'node:zlib'

const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16

type Table = { tag: Buffer; checksum: number; data: Buffer }

/**
 * Unpacks a WOFF 1.0 font into the TrueType or OpenType font within (W3C, WOFF File Format 1.0). The PDF library would
 * unpack it itself for each file that it writes, much more slowly.
 * @throws TypeError for another format
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new TypeError('not a WOFF 1.0 font')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, HEADER_BYTES + index * ENTRY_BYTES))
  const bytes = tables.reduce(
    (sum, { data }) => sum + padded(data.length),
    SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES,
  )
  const font = Buffer.alloc(bytes)
  writeHeader(font, woff.readUInt32BE(4), count)
  let offset = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES
    tag.copy(font, entry)
    font.writeUInt32BE(checksum, entry + 4)
    font.writeUInt32BE(offset, entry + 8)
    font.writeUInt32BE(data.length, entry + 12)
    data.copy(font, offset)
    offset += padded(data.length)
  })
  return font
}

/** Tables begin at multiples of four bytes. */
const padded = (bytes: number) => Math.ceil(bytes / 4) * 4

function tableAt(woff: Buffer, entry: number): Table {
  const [offset, packed, length, checksum] = [4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
    number,
  ]
  const stored = woff.subarray(offset, offset + packed)
  return { tag: woff.subarray(entry, entry + 4), checksum, data: packed < length ? inflateSync(stored) : stored }
}

/** The binary search fields are those of the OpenType specification (Organization of an OpenType font). */
function writeHeader(font: Buffer, flavor: number, count: number): void {
  const power = Math.floor(Math.log2(count))
  font.writeUInt32BE(flavor, 0)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
}
