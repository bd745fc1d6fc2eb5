import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as delivery from '@simwright/contract/provisioning/delivery'
import type { TenantDb } from '../../../db/database.ts'
import { Hints } from '../../../db/wake-up.ts'
import { CSV_TYPE, type CsvRows, csvFile } from '../../../format/csv.ts'
import { XLSX_TYPE } from '../../../format/xlsx.ts'
import type { FileAnswer, OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { conditionOf, countSelected, exportFacts, hasPages, whyNoCode } from '../../profiles/fleet/service.ts'
import { fileCodeOf } from './file-code.ts'
import { type CodesGiven, exportFormOf, isList, type ListGiven, listRefusal } from './file-list.ts'
import { openParts } from './file-part.ts'
import {
  countByCode,
  type FilePlace,
  type FileRecord,
  insertFile,
  PROGRESS_CHANNEL,
  type Selected,
  selectCodes,
  selectFile,
  selectFiles,
  selectLeft,
  selectWatchedFiles,
} from './file-queries.ts'
import { FileThread } from './file-thread.ts'
import type { Server } from './port.ts'
import { chosenLook } from './preset.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>

const HOUR_MS = 60 * 60 * 1000

type Asked = { selection: Selected['selection']; timeZone: string }

export async function previewFile(
  server: Server,
  { enterpriseId }: Who,
  { selection, timeZone }: Asked,
): Promise<Out<typeof delivery.previewFile>> {
  const asked = { enterpriseId, selection, asOf: server.clock.now(), timeZone }
  return await server.db.tenantTx(enterpriseId, (db) => lookAhead(db, asked))
}

async function lookAhead(
  db: TenantDb,
  asked: Parameters<typeof conditionOf>[1],
): Promise<Out<typeof delivery.previewFile>> {
  const counts = await countByCode(db, await conditionOf(db, asked))
  const apart = new Map<string, number>()
  let fits = 0
  for (const { counted, ...row } of counts) {
    const reason = whyNoCode(row)
    if (reason === undefined) fits += counted
    else apart.set(reason, (apart.get(reason) ?? 0) + counted)
  }
  const total = counts.reduce((sum, { counted }) => sum + counted, 0)
  return { total, fits, apart: [...apart].map(([reason, count]) => ({ reason, count })) }
}

const LEFT_HEAD = ['ICCID', 'STATUS', 'REASON']
const ROWS_AT_ONCE = 2_000

/** Who would be left out of a file. */
export async function writeApart(
  server: Server,
  { enterpriseId }: Who,
  { selection, timeZone }: Asked,
): Promise<FileAnswer> {
  const asked = { enterpriseId, selection, asOf: server.clock.now(), timeZone }
  await server.db.tenantTx(enterpriseId, (db) => conditionOf(db, asked))
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [LEFT_HEAD]
    for (let afterId: string | undefined; ; ) {
      const page = { afterId, limit: ROWS_AT_ONCE }
      const found = await server.db.tenantRead(enterpriseId, async (db) =>
        selectCodes(db, await conditionOf(db, asked), page),
      )
      yield found.flatMap((row) => {
        const reason = whyNoCode(row)
        return reason === undefined ? [] : [[row.iccid, row.status, reason]]
      })
      if (found.length < ROWS_AT_ONCE) return
      afterId = found.at(-1)!.id
    }
  }
  return csvFile('left out.csv', rows())
}

/** Who was left out of a file. */
export async function writeLeft(server: Server, { enterpriseId }: Who, id: string): Promise<FileAnswer> {
  const place = { enterpriseId, id }
  await readFile(server, place)
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [LEFT_HEAD]
    for (let afterLine = 0; ; ) {
      const page = { afterLine, limit: ROWS_AT_ONCE }
      const left = await server.db.tenantRead(enterpriseId, (db) => selectLeft(db, place, page))
      if (left.length === 0) return
      yield left.map(({ iccid, status, reason }) => [iccid, status, reason])
      afterLine = left.at(-1)!.line
    }
  }
  return csvFile('left out.csv', rows())
}

export async function startFile(
  server: Server,
  who: Who,
  { input, timeZone, once }: OnceCall<typeof delivery.startFile> & { timeZone: string },
): OnceAnswer<typeof delivery.startFile> {
  const { enterpriseId, userId } = who
  const { given, selection, look } = input
  const at = server.clock.now()
  const selected: Selected = { selection, asOf: at.toISOString(), timeZone, look }
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    const asked = { enterpriseId, selection, asOf: at, timeZone }
    await chosenLook(db, enterpriseId, look)
    const fits = isList(given) ? await fittingRows(db, given, asked) : await fittingCodes(db, given, asked)
    const expiresAt = new Date(at.getTime() + delivery.FILE_HOURS * HOUR_MS)
    await insertFile(db, enterpriseId, { id, given, selected, total: fits, userId, at, expiresAt })
    await recordAudit(server, db, {
      ...startOf(given, { selection, fits }),
      enterpriseId,
      object: { id, name: given.form },
    })
    return { id, total: fits }
  })
  await server.jobs.add('writeCodes', { enterpriseId, id })
  return started
}

type Asking = Parameters<typeof conditionOf>[1]

/** @throws Problem `invalid` when no file can be made of so few, or so many */
async function fittingCodes(db: TenantDb, { form }: CodesGiven, asked: Asking): Promise<number> {
  const max = delivery.FILE_MAX[form]
  const { fits } = await lookAhead(db, asked)
  if (fits === 0) throw fault('selection', 'empty', 'None of these profiles has an activation code.')
  if (fits > max) throw fault('selection', 'too_many', `Up to ${max.toLocaleString('en')} codes in one file.`)
  return fits
}

/** @throws Problem `invalid` when no file can be made of so few, or so many */
async function fittingRows(db: TenantDb, given: ListGiven, asked: Asking): Promise<number> {
  const fits = await countSelected(db, asked)
  const refused = listRefusal(given, fits)
  if (refused) throw fault('selection', refused.rule, refused.text)
  return fits
}

/** What the audit log keeps of a file that was asked for. */
function startOf(given: delivery.FileGiven, { selection, fits }: { selection: Selected['selection']; fits: number }) {
  if (!isList(given)) return { action: 'codes.written', after: { form: given.form, codes: fits } } as const
  const { form, format } = given
  return {
    action: 'fleet.exported',
    after: exportFacts({ form: exportFormOf[form], format, selection, profiles: fits }),
  } as const
}

/** What it keeps of its download. */
function downloadOf({ form, format, written }: delivery.CodeFile) {
  return form === 'QR_ZIP' || form === 'LABELS'
    ? ({ action: 'codes.downloaded', after: { form, codes: written } } as const)
    : ({ action: 'fleet.exportDownloaded', after: { form: exportFormOf[form], format, profiles: written } } as const)
}

const formatOf = (given: delivery.FileGiven): delivery.CodeFile['format'] =>
  isList(given) ? given.format : given.form === 'QR_ZIP' ? 'zip' : 'pdf'

function shown(row: FileRecord): delivery.CodeFile {
  const { id, given, process, total, written, left_out: left, bytes, created_by_name: createdBy } = row
  return {
    id,
    form: given.form,
    format: formatOf(given),
    process: process as delivery.CodeFile['process'],
    total,
    written,
    left,
    bytes: Number(bytes),
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
    createdBy,
  }
}

export async function listFiles(server: Server, { enterpriseId }: Who): Promise<Out<typeof delivery.files>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectFiles(db, enterpriseId, server.clock.now()))
  return { items: rows.map((row) => shown(row as FileRecord)) }
}

async function findFile(server: Server, place: FilePlace): Promise<FileRecord> {
  const row = await server.db.tenantRead(place.enterpriseId, (db) => selectFile(db, place, server.clock.now()))
  if (!row) throw new Problem('not_found')
  return row as FileRecord
}

const readFile = async (server: Server, place: FilePlace) => shown(await findFile(server, place))

type Watch = { id: string | undefined; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins, for a file that is not there */
export async function openFileProgress(
  server: Server,
  { enterpriseId }: Who,
  { id, signal }: Watch,
): Promise<AsyncIterable<delivery.CodeFile>> {
  if (id !== undefined) await readFile(server, { enterpriseId, id })
  return watchFiles(server, enterpriseId, { id, signal })
}

/** The files that are being written (or one), each whenever it has moved, and its end. */
async function* watchFiles(
  server: Server,
  enterpriseId: string,
  { id, signal }: Watch,
): AsyncGenerator<delivery.CodeFile> {
  const hints = new Hints()
  const stopListening = await server.db.listen(PROGRESS_CHANNEL, (payload) => {
    if (id === undefined || payload === id) hints.give()
  })
  const told = new Map<string, string>()
  try {
    while (!signal.aborted) {
      const files = await watched(server, enterpriseId, { id, seen: [...told.keys()] })
      for (const file of files) {
        const state = JSON.stringify(file)
        if (told.get(file.id) !== state) yield file
        told.set(file.id, state)
      }
      if (files.every(({ process }) => process !== 'PROCESSING')) return
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
  }
}

async function watched(
  server: Server,
  enterpriseId: string,
  { id, seen }: { id: string | undefined; seen: readonly string[] },
): Promise<delivery.CodeFile[]> {
  if (id !== undefined) return [await readFile(server, { enterpriseId, id })]
  const asked = { enterpriseId, ids: seen, now: server.clock.now() }
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectWatchedFiles(db, asked))
  return rows.map((row) => shown(row as FileRecord))
}

const types = { zip: 'application/zip', pdf: 'application/pdf', csv: CSV_TYPE, xlsx: XLSX_TYPE } as const
const names = { QR_ZIP: 'QR codes', LABELS: 'labels', PROFILES: 'profiles', CODES: 'activation codes' } as const

export async function readContent(server: Server, { enterpriseId }: Who, id: string): Promise<FileAnswer> {
  const place = { enterpriseId, id }
  const row = await findFile(server, place)
  const file = shown(row)
  if (file.process !== 'COMPLETE') throw new Problem('not_found')
  await server.db.globalTx((db) =>
    recordAudit(server, db, { ...downloadOf(file), enterpriseId, object: { id, name: file.form } }),
  )
  return {
    fileName: `${names[file.form]} ${file.createdAt.slice(0, 10)}.${file.format}`,
    contentType: types[file.format],
    body: openParts(server, place, row.given),
  }
}

export async function writeLabel(
  server: Server,
  who: Who,
  { profileId, sheet, look }: In<typeof delivery.label>,
): Promise<FileAnswer> {
  const { enterpriseId } = who
  const at = server.clock.now()
  const found = await server.db.tenantTx(enterpriseId, async (db) => {
    const asked = { enterpriseId, selection: { ids: [profileId] }, asOf: at, timeZone: 'UTC' }
    const [row] = await selectCodes(db, await conditionOf(db, asked), { afterId: undefined, limit: 1 })
    if (!row || row.status === 'REMOVED') throw new Problem('not_found')
    const reason = whyNoCode(row)
    if (reason !== undefined) throw fault('profileId', 'no_code', reason)
    const codes = { platform: platformOf(server, who.platformId), isLinked: await hasPages(server, db, enterpriseId) }
    return { code: fileCodeOf(server, codes, row), look: await chosenLook(db, enterpriseId, look) }
  })
  const { style, logo } = found.look
  const thread = new FileThread({ given: { form: 'LABELS', sheet }, style, logo, at })
  try {
    const body = Buffer.concat([await thread.add([found.code]), await thread.end()])
    return { fileName: `${found.code.iccid}.pdf`, contentType: 'application/pdf', body }
  } finally {
    await thread.close()
  }
}
