import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as delivery from '@simwright/contract/provisioning/delivery'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { Hints } from '../../../db/wake-up.ts'
import { CSV_TYPE, type CsvRows, csvFile } from '../../../format/csv.ts'
import { XLSX_TYPE } from '../../../format/xlsx.ts'
import type { FileAnswer, OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import type { Task } from '../../../worker/task.ts'
import { isGuarded } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { platformOf } from '../../platform/brand/service.ts'
import {
  conditionOf,
  countSelected,
  demandExport,
  exportFacts,
  hasPages,
  whyNoCode,
} from '../../profiles/fleet/service.ts'
import { readChunks } from './file-chunk.ts'
import { fileCodeOf } from './file-code.ts'
import { type CodesRequest, exportFormOf, isList, type ListRequest, listRefusal } from './file-list.ts'
import {
  countByCode,
  type FileRecord,
  type FileRef,
  type FileSelection,
  insertFile,
  PROGRESS_CHANNEL,
  selectCodes,
  selectFile,
  selectFiles,
  selectLeftOut,
  selectWatchedFiles,
} from './file-queries.ts'
import type { CodeFileOrder } from './label-task.ts'
import { presetsOfProfiles, resolveQrStyle, stylesOfFile } from './preset.ts'

const HOUR_MS = 60 * 60 * 1000

const FORM_NAMES: Record<delivery.FileForm, string> = {
  QR_ZIP: 'QR codes',
  LABELS: 'labels',
  PROFILES: 'all fields of profiles',
  CODES: 'a list of codes',
}

type SelectionInput = { selection: FileSelection['selection']; timeZone: string }

export async function previewFile(
  server: Server,
  { enterpriseId }: Who,
  { selection, timeZone }: SelectionInput,
): Promise<OutputOf<typeof delivery.previewFile>> {
  const asked = { enterpriseId, selection, asOf: server.clock.now(), timeZone }
  return await server.db.tenantTx(enterpriseId, (db) => countFitting(db, asked))
}

async function countFitting(
  db: TenantDb,
  asked: Parameters<typeof conditionOf>[1],
): Promise<OutputOf<typeof delivery.previewFile>> {
  const counts = await countByCode(db, await conditionOf(db, asked))
  const excluded = new Map<string, number>()
  let fits = 0
  for (const { counted, ...row } of counts) {
    const reason = whyNoCode(row)
    if (reason === undefined) fits += counted
    else excluded.set(reason, (excluded.get(reason) ?? 0) + counted)
  }
  const total = counts.reduce((sum, { counted }) => sum + counted, 0)
  return { total, fits, excluded: [...excluded].map(([reason, count]) => ({ reason, count })) }
}

const LEFT_OUT_HEADER = ['ICCID', 'STATUS', 'REASON']
const ROWS_AT_ONCE = 2_000

/** The profiles that a file of this selection would leave out, as CSV. */
export async function exportExclusions(
  server: Server,
  { enterpriseId }: Who,
  { selection, timeZone }: SelectionInput,
): Promise<FileAnswer> {
  const asked = { enterpriseId, selection, asOf: server.clock.now(), timeZone }
  await server.db.tenantTx(enterpriseId, (db) => conditionOf(db, asked))
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [LEFT_OUT_HEADER]
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

/** The profiles that were left out of a written file, as CSV. */
export async function exportLeftOut(server: Server, { enterpriseId }: Who, id: string): Promise<FileAnswer> {
  const ref = { enterpriseId, id }
  await readFile(server, ref)
  async function* rows(): AsyncGenerator<CsvRows> {
    yield [LEFT_OUT_HEADER]
    for (let afterLine = 0; ; ) {
      const page = { afterLine, limit: ROWS_AT_ONCE }
      const left = await server.db.tenantRead(enterpriseId, (db) => selectLeftOut(db, ref, page))
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
  const selected: FileSelection = { selection, asOf: at.toISOString(), timeZone, look }
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    const asked = { enterpriseId, selection, asOf: at, timeZone }
    await resolveQrStyle(server, db, { choice: look })
    const fits = isList(given) ? await countFittingRows(db, given, asked) : await countFittingCodes(db, given, asked)
    const [name, isCodesOnly] = [FORM_NAMES[given.form], !isList(given)]
    const facts = { given, look }
    const approved = await demandExport(server, db, { userId, asked, facts, name, profiles: fits, isCodesOnly })
    const expiresAt = new Date(at.getTime() + delivery.FILE_HOURS * HOUR_MS)
    await insertFile(db, { id, given, selected, total: fits, approved, userId, at, expiresAt })
    await recordAudit(server, db, {
      ...requestEntry(given, { selection, fits }),
      enterpriseId,
      object: { id, name: given.form },
    })
    return { id, total: fits }
  })
  await server.jobs.add('writeCodes', { enterpriseId, id })
  return started
}

type SelectionQuery = Parameters<typeof conditionOf>[1]

/** @throws Problem `invalid` when the selection has no usable code, or more than the file can hold */
async function countFittingCodes(db: TenantDb, { form }: CodesRequest, asked: SelectionQuery): Promise<number> {
  const max = delivery.FILE_MAX[form]
  const { fits } = await countFitting(db, asked)
  if (fits === 0) throw fault('selection', 'empty', 'None of these profiles has an activation code.')
  if (fits > max) throw fault('selection', 'too_many', `Up to ${max.toLocaleString('en')} codes in one file.`)
  return fits
}

/** @throws Problem `invalid` when the selection is empty, or has more profiles than the file can hold */
async function countFittingRows(db: TenantDb, given: ListRequest, asked: SelectionQuery): Promise<number> {
  const fits = await countSelected(db, asked)
  const refused = listRefusal(given, fits)
  if (refused) throw fault('selection', refused.rule, refused.text)
  return fits
}

/** The audit entry of a requested file. */
function requestEntry(
  given: delivery.FileGiven,
  { selection, fits }: { selection: FileSelection['selection']; fits: number },
) {
  if (!isList(given)) return { action: 'codes.written', after: { form: given.form, codes: fits } } as const
  const { form, format } = given
  return {
    action: 'fleet.exported',
    after: exportFacts({ form: exportFormOf[form], format, selection, profiles: fits }),
  } as const
}

/** The audit entry of a download. */
function downloadEntry({ form, format, written }: delivery.CodeFile) {
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

export async function listFiles(server: Server, { enterpriseId }: Who): Promise<OutputOf<typeof delivery.files>> {
  const rows = await server.db.tenantRead(enterpriseId, (db) => selectFiles(db, server.clock.now()))
  return { items: rows.map((row) => shown(row as FileRecord)) }
}

async function findFile(server: Server, ref: FileRef): Promise<FileRecord> {
  const row = await server.db.tenantRead(ref.enterpriseId, (db) => selectFile(db, ref, server.clock.now()))
  if (!row) throw new Problem('not_found')
  return row as FileRecord
}

const readFile = async (server: Server, ref: FileRef) => shown(await findFile(server, ref))

type Watch = { id: string | undefined; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins when the file does not exist */
export async function openFileProgress(
  server: Server,
  { enterpriseId }: Who,
  { id, signal }: Watch,
): Promise<AsyncIterable<delivery.CodeFile>> {
  if (id !== undefined) await readFile(server, { enterpriseId, id })
  return watchFiles(server, enterpriseId, { id, signal })
}

/** Yields a file each time its state changes, until no readWatched file is in progress. Watches all files, or one. */
async function* watchFiles(
  server: Server,
  enterpriseId: EnterpriseId,
  { id, signal }: Watch,
): AsyncGenerator<delivery.CodeFile> {
  const hints = new Hints()
  const stopListening = await server.db.listen(PROGRESS_CHANNEL, (payload) => {
    if (id === undefined || payload === id) hints.give()
  })
  const reported = new Map<string, string>()
  try {
    while (!signal.aborted) {
      const files = await readWatched(server, enterpriseId, { id, seen: [...reported.keys()] })
      for (const file of files) {
        const state = JSON.stringify(file)
        if (reported.get(file.id) !== state) yield file
        reported.set(file.id, state)
      }
      if (files.every(({ process }) => process !== 'PROCESSING')) return
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
  }
}

async function readWatched(
  server: Server,
  enterpriseId: EnterpriseId,
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
  const ref = { enterpriseId, id }
  const row = await findFile(server, ref)
  const file = shown(row)
  if (file.process !== 'COMPLETE') throw new Problem('not_found')
  await server.db.globalTx((db) =>
    recordAudit(server, db, { ...downloadEntry(file), enterpriseId, object: { id, name: file.form } }),
  )
  return {
    fileName: `${names[file.form]} ${file.createdAt.slice(0, 10)}.${file.format}`,
    contentType: types[file.format],
    body: readChunks(server, ref, row.given),
  }
}

const LABEL: Task<CodeFileOrder, Uint8Array> = {
  name: 'label',
  file: new URL('./label-task.ts', import.meta.url),
  length: 'short',
  cpuMs: 30_000,
  memoryMiB: 256,
}

export async function writeLabel(
  server: Server,
  who: Who,
  { profileId, sheet, look }: ParsedInputOf<typeof delivery.label>,
): Promise<FileAnswer> {
  const { enterpriseId } = who
  const at = server.clock.now()
  const found = await server.db.tenantTx(enterpriseId, async (db) => {
    const asked = { enterpriseId, selection: { ids: [profileId] }, asOf: at, timeZone: 'UTC' }
    const [row] = await selectCodes(db, await conditionOf(db, asked), { afterId: undefined, limit: 1 })
    if (!row || row.status === 'REMOVED') throw new Problem('not_found')
    const reason = whyNoCode(row)
    if (reason !== undefined) throw fault('profileId', 'no_code', reason)
    const codes = { platform: platformOf(server, who.platformId), isLinked: await hasPages(server, db) }
    // a program could print all of them, one after the other
    if (who.key && (await isGuarded(db, 'EXPORT')))
      throw fault('profileId', 'approval', 'Files with codes need approval: let a file of labels be written.')
    const presetOf = await presetsOfProfiles(db, [row.id])
    return { code: fileCodeOf(server, codes, row, presetOf(row.id)), look: await stylesOfFile(server, db, look) }
  })
  const order = { plan: { given: { form: 'LABELS', sheet }, ...found.look, at }, codes: [found.code] } as const
  const body = await server.workers.run(LABEL, { tenant: enterpriseId, input: order })
  return { fileName: `${found.code.iccid}.pdf`, contentType: 'application/pdf', body }
}
