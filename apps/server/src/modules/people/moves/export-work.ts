import { migrationNames } from '../../../db/migrate.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'
import { takeLease, type WorkLease } from '../../../work/lease.ts'
import {
  deleteParts,
  type ExportRef,
  endExport,
  exportWork,
  insertPart,
  type LeasedExport,
  selectPart,
  uncountAttempt,
  updateProgress,
} from './export-queries.ts'
import { readRecipient } from './pgp.ts'
import { openSigner } from './signer.ts'
import { writeArchive } from './write-archive.ts'

const PART_BYTES = 1024 * 1024
const MAX_ATTEMPTS = 3
/** Progress is reported each time this many more rows are written. */
const PROGRESS_STEP_ROWS = 10_000

const partLocation = ({ enterpriseId, id }: ExportRef, number: number) => ({
  enterpriseId,
  table: 'enterprise_export_part',
  row: id,
  field: `part ${number}`,
})

/** Writes an archive from its beginning, and discards the parts of an interrupted attempt. */
export async function writeExport(server: Server, ref: ExportRef): Promise<void> {
  const lease = await takeLease<LeasedExport>(server, exportWork, ref)
  if (!lease) return
  try {
    await writeToEnd(server, ref, lease)
  } finally {
    await lease.end()
  }
}

async function writeToEnd(server: Server, ref: ExportRef, lease: WorkLease<LeasedExport>): Promise<void> {
  const { enterpriseId } = ref
  const { holder, row } = lease
  const mayTry = row.attempts <= MAX_ATTEMPTS
  await server.db.tenantTx(enterpriseId, (db) => deleteParts(db, ref))
  const outcome = mayTry ? await writeParts(server, ref, lease) : 'failed'
  if (outcome === 'lost') return
  if (outcome === 'stopped') return await server.db.tenantTx(enterpriseId, (db) => uncountAttempt(db, ref, holder))
  const process = outcome === 'written' ? 'COMPLETE' : 'FAILED'
  await server.db.tenantTx(enterpriseId, (db) => endExport(db, ref, { process, at: server.clock.now() }))
  lease.isCleared = true
}

/** `lost`: another process has taken the lease. `stopped`: this process is shutting down. */
type Outcome = 'written' | 'lost' | 'stopped'

async function writeParts(
  server: Server,
  ref: ExportRef,
  { holder, row, lost }: WorkLease<LeasedExport>,
): Promise<Outcome> {
  const { enterpriseId } = ref
  const parts = new PartWriter(server, ref)
  let written = 0
  let reported = 0
  const report = async (total?: number) => {
    reported = written
    const progress = { holder, written, bytes: parts.bytes, ...(total === undefined ? {} : { total }) }
    return await server.db.tenantTx(enterpriseId, (db) => updateProgress(db, ref, progress))
  }
  const pieces = writeArchive(server, {
    enterpriseId,
    recipient: await readRecipient(row.recipient_key, server.clock.now()),
    signer: openSigner(server),
    schema: (await migrationNames()).toSorted().at(-1)!,
    onTotal: async (total) => void (await report(total)),
    onRows: (rows) => {
      written += rows
    },
  })
  try {
    for await (const piece of pieces) {
      if (server.stopping.aborted) return 'stopped'
      if (lost.aborted) return 'lost'
      await parts.add(piece)
      if (written - reported >= PROGRESS_STEP_ROWS && !(await report())) return 'lost'
    }
    await parts.end()
  } catch (error) {
    if (isArchiveGone(error)) return 'lost'
    throw error
  }
  return (await report()) ? 'written' : 'lost'
}

/** A part has no archive to belong to: a member has deleted it meanwhile. */
const isArchiveGone = (error: unknown) => (error as { code?: string }).code === FOREIGN_KEY_VIOLATION
const FOREIGN_KEY_VIOLATION = '23503'

/** Stores an archive as sealed parts of at least `PART_BYTES`; the last one may be shorter. */
class PartWriter {
  readonly #server: Server
  readonly #ref: ExportRef
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  #number = 0
  bytes = 0

  constructor(server: Server, ref: ExportRef) {
    this.#server = server
    this.#ref = ref
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
    this.#waiting = []
    this.#waitingBytes = 0
    const sealed = this.#server.sealer.seal(partLocation(this.#ref, number), content)
    await this.#server.db.tenantTx(this.#ref.enterpriseId, (db) => insertPart(db, this.#ref, { number, sealed }))
  }
}

/** The content of a finished archive, part by part. */
export async function* readParts(server: Server, ref: ExportRef): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const sealed = await server.db.tenantRead(ref.enterpriseId, (db) => selectPart(db, ref, number))
    if (!sealed) return
    yield server.sealer.open(partLocation(ref, number), sealed).reveal()
  }
}
