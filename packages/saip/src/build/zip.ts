import { crc32, inflateRawSync } from 'node:zlib'
import { SaipError } from '../error.ts'

/** A file in an archive, unpacked. `offset` is that of its local header. */
export interface ZipEntry {
  readonly name: string
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Signatures and fixed sizes of the records (PKWARE APPNOTE, 4.3.7, 4.3.12, 4.3.16). */
const local = { signature: 0x04034b50, size: 30 } as const
const central = { signature: 0x02014b50, size: 46 } as const
const end = { signature: 0x06054b50, size: 22 } as const
const maxComment = 0xffff
const maxEntries = 64
const methods = { stored: 0, deflated: 8 } as const
/** Bit 0 of the general purpose flags. */
const encrypted = 0x0001

/**
 * Unpacks a ZIP archive in memory. Every size is checked before anything is unpacked, so that a small file cannot use more
 * than `limit` bytes.
 * @throws SaipError `content` with the byte offset of the fault
 */
export function readZip(file: Uint8Array, limit: number): ZipEntry[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const headers = readDirectory(file, view)
  const total = headers.reduce((sum, header) => sum + header.unpacked, 0)
  if (total > limit) throw fault(`The file is larger than ${limit / 1024} KiB when unpacked.`)
  return headers.map((header) => ({ name: header.name, offset: header.offset, bytes: unpack(file, view, header) }))
}

/** An entry of the central directory. Sizes are in bytes. */
interface EntryHeader {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

/** Reads the central directory, which the record at the end of the file refers to. */
function readDirectory(file: Uint8Array, view: DataView): EntryHeader[] {
  const at = endRecord(view)
  const count = view.getUint16(at + 10, true)
  if (count > maxEntries) throw fault(`The archive has more than ${maxEntries} entries.`)
  const headers: EntryHeader[] = []
  let next = view.getUint32(at + 16, true)
  for (let i = 0; i < count; i++) {
    if (next + central.size > at || view.getUint32(next, true) !== central.signature)
      throw fault(`The directory of the archive is damaged at byte ${next}.`)
    if ((view.getUint16(next + 8, true) & encrypted) !== 0) throw fault(`The entry at byte ${next} is encrypted.`)
    const nameBytes = view.getUint16(next + 28, true)
    headers.push({
      name: new TextDecoder().decode(file.subarray(next + central.size, next + central.size + nameBytes)),
      method: view.getUint16(next + 10, true),
      crc: view.getUint32(next + 16, true),
      packed: view.getUint32(next + 20, true),
      unpacked: view.getUint32(next + 24, true),
      offset: view.getUint32(next + 42, true),
    })
    next += central.size + nameBytes + view.getUint16(next + 30, true) + view.getUint16(next + 32, true)
  }
  return headers
}

/** The offset of the record at the end, before a comment. */
function endRecord(view: DataView): number {
  const last = view.byteLength - end.size
  for (let at = last; at >= Math.max(0, last - maxComment); at--) {
    if (view.getUint32(at, true) === end.signature) return at
  }
  throw fault('The archive has no directory: it is truncated or not a ZIP file.')
}

/** The content of an entry, checked by its CRC. */
function unpack(file: Uint8Array, view: DataView, header: EntryHeader): Uint8Array {
  const { offset, method, packed, unpacked } = header
  if (offset + local.size > file.length || view.getUint32(offset, true) !== local.signature)
    throw fault(`There is no entry at byte ${offset}.`)
  const begin = offset + local.size + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (begin + packed > file.length) throw fault(`The entry at byte ${offset} is truncated.`)
  const bytes = decompress(file.subarray(begin, begin + packed), { offset, method, unpacked })
  if (bytes.length !== unpacked || crc32(bytes) !== header.crc) throw fault(`The entry at byte ${offset} is damaged.`)
  return bytes
}

/** Decompresses at most the stated size. */
function decompress(packed: Uint8Array, entry: { offset: number; method: number; unpacked: number }): Uint8Array {
  if (entry.method === methods.stored) return packed
  if (entry.method !== methods.deflated) throw fault(`The entry at byte ${entry.offset} has an unknown compression.`)
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) })
  } catch (cause) {
    throw new SaipError('content', `The entry at byte ${entry.offset} is damaged.`, { cause })
  }
}

function fault(text: string): SaipError {
  return new SaipError('content', text)
}
