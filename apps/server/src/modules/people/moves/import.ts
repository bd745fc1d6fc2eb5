import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ArrivalReport, DifferenceId } from '@simwright/contract/people/move'
import type { PrivateKey } from 'openpgp'
import type { TenantDb } from '../../../db/database.ts'
import { migrationNames } from '../../../db/migrate.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import type { PlatformRecord } from '../../../port/platforms.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { originOf, smdpAddressOf } from '../../platform/brand/service.ts'
import { insertMember, insertProgram } from '../../platform/tenancy/service.ts'
import { prepareAccount } from '../accounts/service.ts'
import { type Manifest, MoveFault, PEOPLE_FILE, Person, partOf } from './archive-format.ts'
import { type Arrival, CHANGES, type Row } from './arrive.ts'
import { insertArrival } from './export-queries.ts'
import { MOVED, type MovedTable } from './move-table.ts'
import { decryptWith } from './pgp.ts'
import {
  insertRows,
  lastLong,
  selectKnownIds,
  selectSameAccounts,
  selectShapes,
  selectTakenCodes,
  selectTakenIccids,
  type TableShape,
} from './queries.ts'
import { type OpenedArchive, openArchive, readFiles, sha256Of } from './read-archive.ts'
import { sealAgain } from './sealed-column.ts'

export { openArchive as inspectArchive } from './read-archive.ts'

type Arriving = {
  path: string
  /** The fingerprint of the installation that signed, as a person has confirmed it. */
  signer: string
  key: PrivateKey
  owner: string
  platform: PlatformRecord
  /** Instead of the name in the archive. */
  name?: string | undefined
  onProgress?: (rows: number, total: number) => void
}

export type Arrived = {
  enterpriseId: string
  name: string
  report: ArrivalReport
  exportedAt: Date
  at: Date
  link?: string
}

/**
 * Imports an enterprise account in one transaction: all of it, or nothing.
 * @throws MoveFault
 */
export async function importEnterprise(server: Server, arriving: Arriving): Promise<Arrived> {
  const archive = await openArchive(arriving.path)
  if (archive.signer !== arriving.signer)
    throw new MoveFault(`The archive is signed by ${archive.signer}, not by the installation that you named.`)
  const { manifest } = archive
  await refuseNewer(manifest)
  const name = arriving.name ?? manifest.enterprise.name
  await refuseSame(server, { id: manifest.enterprise.id, name, platformId: arriving.platform.id })
  const at = server.clock.now()
  const { platform, owner: email } = arriving
  const owner = { email, platform, companyName: name, firstName: 'Account', lastName: 'Owner' }
  const account = await prepareAccount(server, owner)
  const importing = new Importing(server, { archive, arriving, name, at })
  const report = await inUseRefused(
    server.db.tenantTx(manifest.enterprise.id, async (db) => {
      await lastLong(db)
      await importing.run(db)
      await account.insert(db)
      await insertMember(db, { id: server.random.uuid(), userId: account.userId, role: 'Owner', at })
      const report = importing.report()
      const { signer } = archive
      const exportedAt = new Date(manifest.exportedAt)
      await insertArrival(db, { signer, exportedAt, at, report: JSON.stringify(report) })
      const object = { id: db.enterpriseId, name }
      const entry = { enterpriseId: db.enterpriseId, object, after: { signer } }
      await recordAudit(server, db, { action: 'enterprise.arrived', ...entry })
      return report
    }),
  )
  const exportedAt = new Date(manifest.exportedAt)
  return { enterpriseId: manifest.enterprise.id, name, report, exportedAt, at, ...(await account.makeLink()) }
}

/** Another import or call has taken what the archive has since it was checked. */
async function inUseRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== UNIQUE_VIOLATION) throw error
    throw new MoveFault(`Something in the archive is in use here already (${constraint}). Nothing was imported.`, {
      cause: error,
    })
  }
}

const UNIQUE_VIOLATION = '23505'

async function refuseNewer({ schema, tables }: Manifest): Promise<void> {
  const known = await migrationNames()
  const unknown = tables.find(({ name }) => !MOVED.some(({ table }) => table === name))
  if (known.includes(schema) && !unknown) return
  throw new MoveFault(
    `The archive was written by a newer Simwright (${unknown ? `table ${unknown.name}` : schema}): import it with that version.`,
  )
}

async function refuseSame(server: Server, account: { id: string; name: string; platformId: string }): Promise<void> {
  const [same, ...more] = await server.db.systemTx((db) => selectSameAccounts(db, account))
  if (!same) return
  if ([same, ...more].some(({ enterprise_id: id }) => id === account.id))
    throw new MoveFault(`This enterprise account exists here already, as ${same.name}. Nothing was imported.`)
  throw new MoveFault(
    `There is an enterprise account with the name ${same.name} here already. Name the new one with --name. Nothing was imported.`,
  )
}

const unpack = promisify(gunzip)
/** A part of rows unpacks to at most this. */
const PART_MAX_BYTES = 512 * 1024 * 1024

type Given = { archive: OpenedArchive; arriving: Arriving; name: string; at: Date }

class Importing {
  readonly #server: Server
  readonly #given: Given
  readonly #arrival: Arrival
  readonly #counts = new Map<DifferenceId, number>()
  readonly #matchingIds: ArrivalReport['matchingIds'] = []
  readonly #rows = new Map<string, number>()
  #done = 0

  constructor(server: Server, given: Given) {
    const { name, at, arriving } = given
    this.#server = server
    this.#given = given
    this.#arrival = {
      at,
      name,
      platformId: arriving.platform.id,
      smdpAddress: smdpAddressOf(server, arriving.platform, null),
      replaced: new Map(),
      count: (id) => this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1),
    }
  }

  /** Inserts the rows of the archive in its order, which is that of the references between tables. */
  async run(db: TenantDb): Promise<void> {
    const { path, manifest } = this.#given.archive
    const shapes = await selectShapes(
      db,
      MOVED.map(({ table }) => table),
    )
    const hashes = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]))
    let people: Buffer | undefined
    let waiting: { table: string; rows: Buffer } | undefined
    const flush = async (secrets?: Buffer) => {
      if (waiting) await this.#part(db, shapes.get(waiting.table)!, { rows: waiting.rows, secrets })
      waiting = undefined
    }
    for await (const { name, content } of readFiles(path)) {
      const part = partOf(name)
      if (!part && name !== PEOPLE_FILE) continue
      // it may have been changed since it was checked
      if (sha256Of(content) !== hashes.get(name)) throw new MoveFault(`${name} in the archive was changed.`)
      if (part?.kind === 'secrets') {
        if (waiting?.table !== part.table) throw new MoveFault(`The archive has ${name} without its rows.`)
        await flush(content)
        continue
      }
      await flush()
      if (!part) people = content
      else waiting = { table: part.table, rows: content }
    }
    await flush()
    if (people) await this.#people(db, people)
  }

  async #part(db: TenantDb, shape: TableShape, { rows, secrets }: { rows: Buffer; secrets: Buffer | undefined }) {
    const moved = MOVED.find(({ table }) => table === shape.table)!
    const record = this.#given.archive.manifest.tables.find(({ name }) => name === shape.table)
    if (moved.as === 'readable' || !record) return
    const unknown = record.columns.find((column) => !shape.columns.includes(column))
    if (unknown !== undefined)
      throw new MoveFault(
        `The archive was written by a newer Simwright (column ${shape.table}.${unknown}): import it with that version.`,
      )
    const lines = await linesOf(rows)
    const whole = await this.#changed(db, moved, { lines, secrets })
    await insertRows(db, { table: shape.table, columns: record.columns, rows: `[${whole.join(',')}]` })
    this.#rows.set(shape.table, (this.#rows.get(shape.table) ?? 0) + lines.length)
    this.#done += lines.length
    this.#given.arriving.onProgress?.(this.#done, this.#total())
  }

  #total(): number {
    return this.#given.archive.manifest.tables.reduce((sum, { as, rows }) => sum + (as === 'moved' ? rows : 0), 0)
  }

  /** The rows as JSON, with what differs here and with their secrets sealed again. */
  async #changed(
    db: TenantDb,
    moved: MovedTable,
    { lines, secrets }: { lines: readonly string[]; secrets: Buffer | undefined },
  ): Promise<readonly string[]> {
    const change = CHANGES[moved.table]
    if (moved.table === 'iccid_directory') await this.#refuseTaken(db, lines.map(rowOf))
    if (moved.table === 'activation_code_directory') await this.#replaceTaken(db, lines.map(rowOf))
    const applies = change !== undefined && (change.applies?.(this.#arrival) ?? true)
    if (!applies && !secrets) return lines
    const opened = secrets && (await this.#open(secrets, lines.length))
    return lines.map((line, index) => {
      const row = rowOf(line)
      const changed = applies ? change.change(row, this.#arrival) : row
      return JSON.stringify(opened ? { ...changed, ...this.#sealed(moved, row, opened[index]!) } : changed)
    })
  }

  async #open(secrets: Buffer, rows: number): Promise<Record<string, string>[]> {
    const plain = Buffer.from(await decryptWith(this.#given.arriving.key, secrets)).toString('utf8')
    const lines = plain.split('\n').slice(0, -1)
    if (lines.length !== rows) throw new MoveFault('The secrets of the archive do not belong to its rows.')
    return lines.map((line) => JSON.parse(line) as Record<string, string>)
  }

  #sealed({ table, sealed = [] }: MovedTable, values: Row, secrets: Record<string, string>): Row {
    const enterpriseId = this.#given.archive.manifest.enterprise.id
    const again = sealed.flatMap((column) => {
      const secret = secrets[column.column]
      if (secret === undefined) return []
      this.#arrival.count('SEALS')
      const value = Buffer.from(secret, 'base64')
      const bytes = sealAgain(this.#server, column, { enterpriseId, table, values, value })
      return [[column.column, `\\x${bytes.toString('hex')}`]]
    })
    return Object.fromEntries(again) as Row
  }

  /** @throws MoveFault if an enterprise account of this installation has one of the ICCIDs */
  async #refuseTaken(db: TenantDb, rows: readonly Row[]): Promise<void> {
    const taken = await selectTakenIccids(
      db,
      rows.map(({ iccid }) => String(iccid)),
    )
    if (taken.length === 0) return
    throw new MoveFault(
      `An enterprise account of this installation already has ICCIDs of the archive, for example ${taken[0]}. Nothing was imported.`,
    )
  }

  async #replaceTaken(db: TenantDb, rows: readonly Row[]): Promise<void> {
    const matchingIds = rows.map(({ matching_id: matchingId }) => String(matchingId))
    const taken = await selectTakenCodes(db, { matchingIds, slugs: rows.map(({ slug }) => String(slug)) })
    for (const row of rows) {
      const previous = String(row.matching_id)
      const isIdTaken = taken.some(({ matching_id: matchingId }) => matchingId === previous)
      if (!isIdTaken && !taken.some(({ slug }) => slug === row.slug)) continue
      const { random } = this.#server
      const current = isIdTaken ? Buffer.from(random.bytes(16)).toString('hex').toUpperCase() : previous
      const slug = Buffer.from(random.bytes(16)).toString('base64url')
      this.#arrival.replaced.set(String(row.activation_code_id), { matchingId: current, slug })
      if (isIdTaken) this.#matchingIds.push({ previous, current })
    }
  }

  /** Gives the people of the archive the names of programs, since they are no users here. */
  async #people(db: TenantDb, content: Buffer): Promise<void> {
    const people = (await linesOf(content)).map((line) => Person.parse(JSON.parse(line)))
    const known = await selectKnownIds(
      db,
      people.map(({ id }) => id),
    )
    for (const { id, first_name: first, last_name: last } of people) {
      if (known.includes(id)) continue
      await insertProgram(db, { id, name: `${first} ${last}`.trim().slice(0, NAME_MAX) || 'Unknown' })
    }
  }

  report(): ArrivalReport {
    const { from, left } = this.#given.archive.manifest
    const { platform } = this.#given.arriving
    const counted = (id: DifferenceId, count: number, value = '') => (count > 0 ? [{ id, count, value }] : [])
    const changed = (id: DifferenceId, value?: string) => counted(id, this.#counts.get(id) ?? 0, value)
    const address = `${this.#arrival.smdpAddress}, previously ${from.smdpAddress}`
    return {
      tables: [...this.#rows].map(([table, rows]) => ({ table, rows })),
      differences: [
        ...counted('ACCOUNT', 1),
        ...counted('PLAN', 1),
        ...counted('USERS', left.members),
        ...changed('SMDP_ADDRESS', address),
        ...counted('PORTAL_ADDRESS', 1, `${originOf(this.#server, platform)}, previously ${from.portal}`),
        ...counted('MATCHING_IDS', this.#matchingIds.length),
        ...changed('SEALS'),
        ...counted('RECYCLE_APPLETS', 1),
        ...changed('VOUCHERS'),
        ...changed('WORK'),
        ...changed('PUSHES'),
        ...changed('RULES'),
        ...changed('DELIVERIES'),
        ...changed('WEBHOOKS'),
        ...counted('API_KEYS', left.keys),
        ...counted('OPERATORS', left.operators),
        ...counted('SINGLE_SIGN_ON', left.connections),
        ...counted('REPORT_SCHEDULES', left.schedules),
        ...counted('AUDIT', 1),
      ],
      matchingIds: this.#matchingIds.slice(0, LISTED_CODES),
    }
  }
}

const NAME_MAX = 64
const LISTED_CODES = 10_000

const rowOf = (line: string) => JSON.parse(line) as Row

async function linesOf(content: Buffer): Promise<string[]> {
  const text = (await unpack(content, { maxOutputLength: PART_MAX_BYTES })).toString('utf8')
  return text.split('\n').slice(0, -1)
}
