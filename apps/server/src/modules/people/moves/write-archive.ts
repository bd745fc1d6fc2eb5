import { createHash, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { Key } from 'openpgp'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import { originOf, platformOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { selectEnterprise } from '../../platform/tenancy/service.ts'
import {
  encodeManifest,
  type FileRecord,
  MANIFEST_FILE,
  type Manifest,
  PEOPLE_FILE,
  README,
  README_FILE,
  rowsFile,
  SIGNATURE_FILE,
  secretsFile,
  type TableRecord,
  tarEnd,
  tarEntry,
} from './archive-format.ts'
import { MOVED, type MovedTable } from './move-table.ts'
import { encryptTo } from './pgp.ts'
import {
  countLeft,
  countRows,
  type PageRow,
  pageStatements,
  selectPeople,
  selectShapes,
  type TableShape,
} from './queries.ts'
import { openSealed } from './sealed-column.ts'
import { signManifest } from './signer.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

const ROWS_AT_ONCE = 2_000

export type Writing = {
  enterpriseId: EnterpriseId
  recipient: { key: Key; fingerprint: string }
  signer: KeyObject
  /** The newest migration of the database. */
  schema: string
  /** Called with how many rows there are, and after each part with how many more are written. */
  onTotal: (rows: number) => Promise<void>
  onRows: (rows: number) => void
}

/**
 * The bytes of an archive, piece by piece: all rows as they are at one moment. Not more than one part of one table is in
 * memory at a time.
 */
export async function* writeArchive(server: Server, writing: Writing): AsyncGenerator<Buffer> {
  const snapshot = await openSnapshot(server.db, writing.enterpriseId)
  try {
    yield* new ArchiveWriter(server, writing, snapshot).write()
  } finally {
    await snapshot.end()
  }
}

const compress = promisify(gzip)
const compressed = (lines: readonly string[]) =>
  compress(lines.map((line) => `${line}\n`).join(''), { level: constants.Z_BEST_SPEED })

class ArchiveWriter {
  readonly #server: Server
  readonly #writing: Writing
  readonly #snapshot: Snapshot
  readonly #files: FileRecord[] = []
  readonly #tables: TableRecord[] = []

  constructor(server: Server, writing: Writing, snapshot: Snapshot) {
    this.#server = server
    this.#writing = writing
    this.#snapshot = snapshot
  }

  async *write(): AsyncGenerator<Buffer> {
    const { read } = this.#snapshot
    const exportedAt = this.#server.clock.now().toISOString()
    const shapes = await read((db) =>
      selectShapes(
        db,
        MOVED.map(({ table }) => table),
      ),
    )
    await this.#writing.onTotal(await this.#countAll([...shapes.keys()]))
    yield await this.#entry(README_FILE, Buffer.from(README))
    const people = await read(selectPeople)
    yield await this.#entry(PEOPLE_FILE, await compressed(people.map((person) => JSON.stringify(person))))
    for (const moved of MOVED) {
      const shape = shapes.get(moved.table)
      if (shape) yield* this.#table(moved, shape)
    }

    const manifest = encodeManifest({
      ...(await this.#origin()),
      schema: this.#writing.schema,
      exportedAt,
      recipient: this.#writing.recipient.fingerprint,
      tables: this.#tables,
      files: this.#files,
    })
    yield await tarEntry(MANIFEST_FILE, manifest)
    yield await tarEntry(SIGNATURE_FILE, signManifest(this.#writing.signer, manifest))
    yield tarEnd()
  }

  async #countAll(tables: readonly string[]): Promise<number> {
    let total = 0
    for (const table of tables) total += await this.#snapshot.read((db) => countRows(db, table))
    return total
  }

  async #origin(): Promise<Pick<Manifest, 'enterprise' | 'from' | 'left'>> {
    const { enterpriseId: id } = this.#writing
    const { enterprise, left, members } = await this.#snapshot.read(async (db) => ({
      enterprise: await selectEnterprise(db),
      left: await countLeft(db),
      members: await countRows(db, 'member'),
    }))
    const platform = platformOf(this.#server, enterprise.platform_id)
    return {
      enterprise: { id, name: enterprise.name },
      from: { smdpAddress: smdpAddressOf(this.#server, platform, null), portal: originOf(this.#server, platform) },
      left: { members, ...left },
    }
  }

  async #entry(name: string, content: Uint8Array): Promise<Buffer> {
    const sha256 = createHash('sha256').update(content).digest('hex')
    this.#files.push({ name, sha256, bytes: content.length })
    return await tarEntry(name, content)
  }

  async *#table(moved: MovedTable, shape: TableShape): AsyncGenerator<Buffer> {
    const { table, as, sealed = [], blank = {} } = moved
    const sealedNames = sealed.map(({ column }) => column)
    const columns = shape.columns.filter((name) => !(name in blank) && !sealedNames.includes(name))
    let rows = 0
    let part = 0
    for await (const page of this.#pages(moved, { shape, columns, sealedNames })) {
      const secrets = await this.#secretsOf(moved, page)
      yield await this.#entry(rowsFile(table, part), await compressed(page.map(({ line }) => line)))
      if (secrets) yield await this.#entry(secretsFile(table, part), secrets)
      rows += page.length
      part += 1
      this.#writing.onRows(page.length)
    }
    this.#tables.push({ name: table, as, columns: [...columns, ...sealedNames], rows })
  }

  async *#pages(
    { rowsAtOnce: limit = ROWS_AT_ONCE }: MovedTable,
    { shape, columns, sealedNames }: { shape: TableShape; columns: readonly string[]; sealedNames: readonly string[] },
  ): AsyncGenerator<PageRow[]> {
    const { enterpriseId } = this.#writing
    const { first, next } = pageStatements({ shape, columns, sealed: sealedNames, limit })
    let page = await this.#snapshot.read((db) => first(db, { enterpriseId }))
    while (page.length > 0) {
      yield page
      if (page.length < limit || shape.key.length === 0) return
      const after = JSON.parse(page.at(-1)!.line) as Record<string, unknown>
      page = await this.#snapshot.read((db) => next(db, { ...after, enterpriseId }))
    }
  }

  /** The secrets of a page, encrypted to the recipient; undefined if it has none. */
  async #secretsOf({ table, sealed = [] }: MovedTable, page: readonly PageRow[]): Promise<Uint8Array | undefined> {
    if (page.every((row) => sealed.every(({ column }) => row[column] === null))) return undefined
    const { enterpriseId, recipient } = this.#writing
    const lines = page.map((row) => {
      const values = JSON.parse(row.line) as Record<string, unknown>
      const opened = sealed.flatMap((one) => {
        const value = row[one.column] as Buffer | null
        if (value === null) return []
        const at = { enterpriseId, table, values }
        return [[one.column, Buffer.from(openSealed(this.#server, one, { ...at, value })).toString('base64')]]
      })
      return `${JSON.stringify(Object.fromEntries(opened))}\n`
    })
    return await encryptTo(recipient.key, Buffer.from(lines.join('')), this.#server.clock.now())
  }
}
