import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import type { FileGiven } from '@simwright/contract/provisioning/delivery'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { type FileRef, insertChunk, selectChunk } from './file-queries.ts'

const CHUNK_BYTES = 1024 * 1024

/** CSV chunks are deflated. XLSX, ZIP and PDF files are compressed already. */
type Packing = 'deflate' | 'store'

const packingOf = (given: FileGiven): Packing => ('format' in given && given.format === 'csv' ? 'deflate' : 'store')

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

const chunkLocation = ({ enterpriseId, id }: FileRef, number: number) => ({
  enterpriseId,
  table: 'code_file_part',
  row: id,
  field: `part ${number}`,
})

/** Writes a file as sealed chunks of at least `CHUNK_BYTES` each; the last one may be shorter. */
export class ChunkWriter {
  readonly #server: Server
  readonly #ref: FileRef
  readonly #packing: Packing
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #number = 0
  /** Size of the file as downloaded, before packing. */
  bytes = 0

  constructor(server: Server, ref: FileRef, given: FileGiven) {
    this.#server = server
    this.#ref = ref
    this.#packing = packingOf(given)
  }

  async add(piece: Uint8Array): Promise<void> {
    this.#waiting.push(piece)
    this.#waitingBytes += piece.length
    this.bytes += piece.length
    if (this.#waitingBytes >= CHUNK_BYTES) await this.end()
  }

  async end(): Promise<void> {
    if (this.#waitingBytes === 0) return
    const number = this.#number++
    const content = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    const packed = this.#packing === 'deflate' ? await pack(content, { level: constants.Z_BEST_SPEED }) : content
    const sealed = this.#server.sealer.seal(chunkLocation(this.#ref, number), new Secret<Uint8Array>(packed))
    await this.#server.db.tenantTx(this.#ref.enterpriseId, (db) => insertChunk(db, this.#ref, { number, sealed }))
  }
}

/** The content of a file, chunk by chunk in order. */
export async function* readChunks(server: Server, ref: FileRef, given: FileGiven): AsyncGenerator<Uint8Array> {
  const packing = packingOf(given)
  for (let number = 0; ; number++) {
    const sealed = await server.db.tenantRead(ref.enterpriseId, (db) => selectChunk(db, ref, number))
    if (!sealed) return
    const content = server.sealer.open(chunkLocation(ref, number), sealed).reveal()
    yield packing === 'deflate' ? await unpack(content) : content
  }
}
