import { inflateRawSync } from 'node:zlib'
import { sourceLimits } from '@simwright/contract/source-file'
import { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'

/** Parts of a workbook; more is none. */
const ENTRIES_LIMIT = 1_000
/** Text that was typed by people or programs packs to a tenth or a twentieth; what packs better was made to. */
const RATIO_LIMIT = sourceLimits.ratio
const RATIO_FREE_BYTES = sourceLimits.ratioFreeBytes

const END = 0x06054b50
const END_BYTES = 22
const COMMENT_LIMIT = 0xffff
const CENTRAL = 0x02014b50
const CENTRAL_BYTES = 46
const LOCAL = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED_FLAG = 1

type Entry = { method: number; flags: number; packedBytes: number; localAt: number }

export const damaged = (detail: string, cause?: unknown) => new FileRefusal('xlsx_damaged', { detail }, { cause })

/**
 * The parts of a ZIP archive (APPNOTE 6.3), unpacked when they are asked for. All of them together may not grow beyond the
 * limit for decrypted files; the sizes that the archive claims are believed nowhere.
 */
export class Zip {
  readonly #file: Buffer
  readonly #entries = new Map<string, Entry>()
  #bytesLeft: number = sourceLimits.plainBytes

  /** @throws FileRefusal for what is no archive, or one that nobody needs to read a workbook */
  constructor(file: Uint8Array) {
    this.#file = Buffer.from(file.buffer, file.byteOffset, file.length)
    this.#readDirectory()
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Undefined for a part that is not there. @throws FileRefusal */
  unpack(name: string): Buffer | undefined {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    if (entry.flags & ENCRYPTED_FLAG) throw damaged('it is encrypted with a password')
    const packed = this.#packed(entry)
    const content = entry.method === STORED ? packed : this.#inflate(entry, packed)
    this.#bytesLeft -= content.length
    if (this.#bytesLeft < 0) throw tooLarge()
    return content
  }

  #readDirectory(): void {
    const file = this.#file
    const end = this.#findEnd()
    const count = file.readUInt16LE(end + 10)
    if (count > ENTRIES_LIMIT) throw damaged('it holds too many parts')
    let at = file.readUInt32LE(end + 16)
    for (let index = 0; index < count; index++) {
      if (at + CENTRAL_BYTES > file.length || file.readUInt32LE(at) !== CENTRAL)
        throw damaged('its directory is broken')
      const nameBytes = file.readUInt16LE(at + 28)
      const next = at + CENTRAL_BYTES + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
      this.#entries.set(file.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes), {
        flags: file.readUInt16LE(at + 8),
        method: file.readUInt16LE(at + 10),
        packedBytes: file.readUInt32LE(at + 20),
        localAt: file.readUInt32LE(at + 42),
      })
      at = next
    }
  }

  #findEnd(): number {
    const file = this.#file
    const lowest = Math.max(0, file.length - END_BYTES - COMMENT_LIMIT)
    for (let at = file.length - END_BYTES; at >= lowest; at--) if (file.readUInt32LE(at) === END) return at
    throw damaged('it is cut off')
  }

  #packed({ localAt, packedBytes }: Entry): Buffer {
    const file = this.#file
    if (localAt + LOCAL_BYTES > file.length || file.readUInt32LE(localAt) !== LOCAL) throw damaged('a part is missing')
    const from = localAt + LOCAL_BYTES + file.readUInt16LE(localAt + 26) + file.readUInt16LE(localAt + 28)
    if (from + packedBytes > file.length) throw damaged('it is cut off')
    return file.subarray(from, from + packedBytes)
  }

  #inflate({ method }: Entry, packed: Buffer): Buffer {
    if (method !== DEFLATED) throw damaged('it is packed in a way that spreadsheets do not use')
    const byRatio = Math.max(RATIO_FREE_BYTES, packed.length * RATIO_LIMIT)
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(byRatio, this.#bytesLeft)) })
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(error)
      throw damaged('a part cannot be unpacked', error)
    }
  }
}

const tooLarge = (cause?: unknown) =>
  damaged(`it unpacks to more than ${formatBytes(sourceLimits.plainBytes)}, or was made to`, cause)
