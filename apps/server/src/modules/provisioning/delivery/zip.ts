import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL_HEADER = 0x0403_4b50
const CENTRAL_HEADER = 0x0201_4b50
const END = 0x0605_4b50
/** 2.0: deflate. */
const VERSION = 20
/** Names are UTF-8. */
const UTF8 = 0x0800
const DEFLATED = 8
const STORED = 0

/**
 * Streams a ZIP archive (APPNOTE 6.3.10) and retains only its central directory. Up to 65,535 files; more need ZIP64.
 */
export class ZipWriter {
  readonly #entries: Buffer[] = []
  readonly #stamp: { time: number; date: number }
  #offset = 0

  constructor(at: Date) {
    this.#stamp = dosTime(at)
  }

  /** @returns the next bytes of the archive. `store` is for content that is compressed already, such as PNG. */
  add(name: string, content: Uint8Array, packing: 'deflate' | 'store' = 'deflate'): Buffer {
    const data = packing === 'deflate' ? deflateRawSync(content, { level: 6 }) : Buffer.from(content)
    const nameBytes = Buffer.from(name, 'utf8')
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(VERSION, 0)
    shared.writeUInt16LE(UTF8, 2)
    shared.writeUInt16LE(packing === 'deflate' ? DEFLATED : STORED, 4)
    shared.writeUInt16LE(this.#stamp.time, 6)
    shared.writeUInt16LE(this.#stamp.date, 8)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(nameBytes.length, 22)
    this.#entries.push(
      Buffer.concat([signature(CENTRAL_HEADER), uint16(VERSION), shared, this.#headerEnd(), nameBytes]),
    )
    const piece = Buffer.concat([signature(LOCAL_HEADER), shared, nameBytes, data])
    this.#offset += piece.length
    return piece
  }

  /** End of a central directory header: comment length, disk, attributes, and offset of the file. */
  #headerEnd(): Buffer {
    const fields = Buffer.alloc(14)
    fields.writeUInt32LE(this.#offset, 10)
    return fields
  }

  /** @returns the central directory */
  end(): Buffer {
    const list = Buffer.concat(this.#entries)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(list.length, 12)
    end.writeUInt32LE(this.#offset, 16)
    return Buffer.concat([list, end])
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

/** MS-DOS date and time: steps of two seconds, from 1980 on. */
function dosTime(at: Date): { time: number; date: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return { time, date }
}
