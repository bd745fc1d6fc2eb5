import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'
import type { FileGiven } from '@simwright/contract/provisioning/delivery'
import { Secret } from '../../../secret/secret.ts'
import { type FilePlace, insertPart, selectPart } from './file-queries.ts'
import type { Server } from './port.ts'

const PART_BYTES = 1024 * 1024

/** Text is packed for the day that it is kept; the other forms are packed by themselves. */
type Packing = 'deflate' | 'store'

const packingOf = (given: FileGiven): Packing => ('format' in given && given.format === 'csv' ? 'deflate' : 'store')

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)

const partPlace = ({ enterpriseId, id }: FilePlace, number: number) => ({
  enterpriseId,
  table: 'code_file_part',
  row: id,
  field: `part ${number}`,
})

/** Sealed parts of a file, of a megabyte and a little each. */
export class Parts {
  readonly #server: Server
  readonly #place: FilePlace
  readonly #packing: Packing
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #number = 0
  /** As they are downloaded. */
  bytes = 0

  constructor(server: Server, place: FilePlace, given: FileGiven) {
    this.#server = server
    this.#place = place
    this.#packing = packingOf(given)
  }

  async add(piece: Uint8Array): Promise<void> {
    this.#waiting.push(piece)
    this.#waitingBytes += piece.length
    this.bytes += piece.length
    if (this.#waitingBytes >= PART_BYTES) await this.end()
  }

  async end(): Promise<void> {
    if (this.#waitingBytes === 0) return
    const number = this.#number++
    const content = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    const packed = this.#packing === 'deflate' ? await pack(content, { level: constants.Z_BEST_SPEED }) : content
    const sealed = this.#server.sealer.seal(partPlace(this.#place, number), new Secret<Uint8Array>(packed))
    await this.#server.db.tenantTx(this.#place.enterpriseId, (db) => insertPart(db, this.#place, { number, sealed }))
  }
}

/** What was put into the parts of a file. */
export async function* openParts(server: Server, place: FilePlace, given: FileGiven): AsyncGenerator<Uint8Array> {
  const packing = packingOf(given)
  for (let number = 0; ; number++) {
    const sealed = await server.db.tenantRead(place.enterpriseId, (db) => selectPart(db, place, number))
    if (!sealed) return
    const content = server.sealer.open(partPlace(place, number), sealed).reveal()
    yield packing === 'deflate' ? await unpack(content) : content
  }
}
