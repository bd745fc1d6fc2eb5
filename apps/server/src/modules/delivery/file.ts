import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as delivery from '@simwright/contract/delivery'
import { type CsvRows, csvFile } from '../../csv.ts'
import type { TenantDb } from '../../db/database.ts'
import { Hints } from '../../hints.ts'
import type { FileAnswer } from '../../http/call.ts'
import { fault } from '../../http/input.ts'
import type { Server, Who } from '../../server.ts'
import { recordAudit } from '../audit/service.ts'
import { conditionOf, hasPages, whyNoCode } from '../fleet/service.ts'
import { platformOf } from '../platform/service.ts'
import { fileCodeOf } from './file-code.ts'
import { partPlace } from './file-part.ts'
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
  selectPart,
  selectWatchedFiles,
} from './file-queries.ts'
import { FileThread } from './file-thread.ts'
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
      const found = await server.db.tenantTx(enterpriseId, async (db) =>
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
      const left = await server.db.tenantTx(enterpriseId, (db) => selectLeft(db, place, page))
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
  { input, timeZone }: { input: In<typeof delivery.startFile>; timeZone: string },
): Promise<Out<typeof delivery.startFile>> {
  const { enterpriseId, userId } = who
  const { given, selection, look } = input
  const at = server.clock.now()
  const selected: Selected = { selection, asOf: at.toISOString(), timeZone, look }
  const id = server.random.uuid()
  const fits = await server.db.tenantTx(enterpriseId, async (db) => {
    await chosenLook(db, enterpriseId, look)
    const max = delivery.FILE_MAX[given.form]
    const { fits } = await lookAhead(db, { enterpriseId, selection, asOf: at, timeZone })
    if (fits === 0) throw fault('selection', 'empty', 'None of these profiles has an activation code.')
    if (fits > max) throw fault('selection', 'too_many', `Up to ${max.toLocaleString('en')} codes in one file.`)
    const expiresAt = new Date(at.getTime() + delivery.FILE_HOURS * HOUR_MS)
    await insertFile(db, enterpriseId, { id, given, selected, total: fits, userId, at, expiresAt })
    const after = { form: given.form, codes: fits }
    await recordAudit(server, db, { deed: 'codes.written', enterpriseId, object: { id, name: given.form }, after })
    return fits
  })
  await server.jobs.add('writeCodes', { enterpriseId, id })
  return { id, total: fits }
}

function shown(row: FileRecord): delivery.CodeFile {
  const { id, form, process, total, written, left_out: left, bytes, created_by_name: createdBy } = row
  return {
    id,
    form,
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
  const rows = await server.db.tenantTx(enterpriseId, (db) => selectFiles(db, enterpriseId, server.clock.now()))
  return { items: rows.map((row) => shown(row as FileRecord)) }
}

async function readFile(server: Server, place: FilePlace): Promise<delivery.CodeFile> {
  const row = await server.db.tenantTx(place.enterpriseId, (db) => selectFile(db, place, server.clock.now()))
  if (!row) throw new Problem('not_found')
  return shown(row as FileRecord)
}

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
  const rows = await server.db.tenantTx(enterpriseId, (db) => selectWatchedFiles(db, asked))
  return rows.map((row) => shown(row as FileRecord))
}

const types = { QR_ZIP: 'application/zip', LABELS: 'application/pdf' } as const
const names = { QR_ZIP: 'QR codes', LABELS: 'labels' } as const
const endings = { QR_ZIP: 'zip', LABELS: 'pdf' } as const

export async function readContent(server: Server, { enterpriseId }: Who, id: string): Promise<FileAnswer> {
  const place = { enterpriseId, id }
  const file = await readFile(server, place)
  if (file.process !== 'COMPLETE') throw new Problem('not_found')
  const after = { form: file.form, codes: file.written }
  await server.db.globalTx((db) =>
    recordAudit(server, db, { deed: 'codes.downloaded', enterpriseId, object: { id, name: file.form }, after }),
  )
  return {
    fileName: `${names[file.form]} ${file.createdAt.slice(0, 10)}.${endings[file.form]}`,
    contentType: types[file.form],
    body: partsOf(server, place),
  }
}

async function* partsOf(server: Server, place: FilePlace): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const sealed = await server.db.tenantTx(place.enterpriseId, (db) => selectPart(db, place, number))
    if (!sealed) return
    yield server.sealer.open(partPlace(place, number), sealed).reveal()
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
