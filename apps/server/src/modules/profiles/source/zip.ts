import type { Readable } from 'node:stream'
import { sourceLimits } from '@simwright/contract/profiles/source-file'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'

/** More files than any workbook has. */
const ENTRIES_LIMIT = 1_000
/** Real text compresses 10 to 20 times; a higher ratio indicates a ZIP bomb. */
const RATIO_LIMIT = 100
const RATIO_FREE_BYTES = 1024 * 1024

const STORED = 0
const DEFLATED = 8

export const damaged = (detail: string, cause?: unknown) => new FileRefusal('xlsx_damaged', { detail }, { cause })

/** Names of parts are equal whatever the case of their letters is (ISO/IEC 29500-2, 9.1.1). */
const keyOf = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

/**
 * The files of a ZIP archive, unpacked on demand. Their total size has a limit: declared sizes are checked before unpacking, and the library stops when a file exceeds its declared size.
 */
export class Zip {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #bytesLeft: number = sourceLimits.unpackedBytes

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** @throws FileRefusal when it is not an archive, or has more files than any workbook */
  static async open(file: Uint8Array): Promise<Zip> {
    const content = Buffer.from(file.buffer, file.byteOffset, file.length)
    const zip = await fromBufferPromise(content, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
      throw damaged('it is cut off', error)
    })
    if (zip.entryCount > ENTRIES_LIMIT) throw damaged('it holds too many parts')
    const entries = new Map<string, Entry>()
    try {
      for await (const entry of zip.eachEntry()) entries.set(keyOf(entry.fileName), entry)
    } catch (error) {
      throw damaged('its directory is broken', error)
    }
    return new Zip(zip, entries)
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name))
  }

  /** The content of a file in chunks; nothing if it is missing. @throws FileRefusal */
  async *unpack(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(name))
    if (!entry) return
    this.#check(entry)
    try {
      for await (const chunk of await this.#open(entry)) yield chunk as Buffer
    } catch (error) {
      throw error instanceof FileRefusal ? error : damaged('a part cannot be unpacked', error)
    }
  }

  #check(entry: Entry): void {
    if (entry.isEncrypted()) throw damaged('it is encrypted with a password')
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw damaged('it is packed in a way that spreadsheets do not use')
    this.#bytesLeft -= entry.uncompressedSize
    if (entry.uncompressedSize > Math.max(RATIO_FREE_BYTES, entry.compressedSize * RATIO_LIMIT) || this.#bytesLeft < 0)
      throw damaged(`it unpacks to more than ${formatBytes(sourceLimits.unpackedBytes)}, or was made to`)
  }

  #open(entry: Entry): Promise<Readable> {
    return this.#zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw damaged('a part is missing', error)
    })
  }
}
