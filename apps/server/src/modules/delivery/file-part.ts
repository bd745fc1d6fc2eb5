import { Secret } from '../../secret/secret.ts'
import type { Server } from '../../server.ts'
import { type FilePlace, insertPart } from './file-queries.ts'

const PART_BYTES = 1024 * 1024

export const partPlace = ({ enterpriseId, id }: FilePlace, number: number) => ({
  enterpriseId,
  table: 'code_file_part',
  row: id,
  field: `part ${number}`,
})

/** Sealed parts of a file, a megabyte and a little each. */
export class Parts {
  readonly #server: Server
  readonly #place: FilePlace
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #number = 0
  bytes = 0

  constructor(server: Server, place: FilePlace) {
    this.#server = server
    this.#place = place
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
    const content = new Secret<Uint8Array>(Buffer.concat(this.#waiting))
    const sealed = this.#server.sealer.seal(partPlace(this.#place, number), content)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#server.db.tenantTx(this.#place.enterpriseId, (db) => insertPart(db, this.#place, { number, sealed }))
  }
}
