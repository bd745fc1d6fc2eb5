import type { Readable } from 'node:stream'
import { type ParsedInputOf, Problem } from '@simwright/contract'
import type * as source from '@simwright/contract/profiles/source'
import { type PlanOutlook, type Source, sourceLimits } from '@simwright/contract/profiles/source'
import { changeTexts } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { SourceId } from '../../../db/row-id.ts'
import type { UploadedFile, Who } from '../../../http/call.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { type Entitlement, readEntitlement, usageOf } from '../../platform/plans/service.ts'
import { lockEnterprise } from '../../platform/tenancy/service.ts'
import { readForGenerating } from '../configurations/service.ts'
import { countHeldIccids } from '../lifecycle/service.ts'
import { isPgpMessage } from './file-kind.ts'
import { needsOf, type SubscriberNeeds, storedNeeds } from './needs.ts'
import { openDecryptionKeys } from './pgp-key.ts'
import {
  deleteUnreadSource,
  finishSource,
  insertSource,
  type ReadSource,
  type SourceRecord,
  selectColumnNames,
  selectSource,
  sumStagedBytes,
  upsertColumnNames,
} from './queries.ts'
import type { Repetition } from './read.ts'
import { type FilePieces, readInProcess } from './read-in-process.ts'
import { speaksAgainst, storedReading } from './reading.ts'
import { formatBytes } from './size.ts'
import { Stage } from './stage.ts'

const HOUR_MS = 60 * 60 * 1000
const STAGED_MS = 24 * HOUR_MS
/** After this time a source that was not read to its end is deleted: the server was killed meanwhile. */
const READING_MS = HOUR_MS

type Upload = ParsedInputOf<typeof source.upload> & { file: UploadedFile }

/** Parses a file and stages its rows for 24 hours. Generates nothing and charges nothing to the plan. */
export async function stageFile(server: Server, who: Who, upload: Upload): Promise<Source> {
  const { enterpriseId } = who
  const id: SourceId = server.random.uuid()
  const { needs, stagedBytes } = await server.db.tenantTx(enterpriseId, async (db) => {
    const generating = await readForGenerating(server, db, { id: upload.configurationId })
    return { needs: needsOf(generating), stagedBytes: await requireStagingQuota(db) }
  })
  try {
    const { stage, read } = await parseToStage(server, who, { ...upload, sourceId: id, needs, stagedBytes })
    return await finish(server, who, { upload, id, stage, read })
  } catch (error) {
    await server.db.tenantTx(enterpriseId, (db) => deleteUnreadSource(db, id))
    throw error
  }
}

type Finished = { upload: Upload; id: SourceId; stage: Stage; read: FileRead }

async function finish(server: Server, who: Who, { upload, id, stage, read }: Finished): Promise<Source> {
  const { repetitions, ...file } = read
  return await server.db.tenantTx(who.enterpriseId, async (db) => {
    await lockEnterprise(db)
    await stage.markRepetitions(db, repetitions)
    await requireStagingQuota(db, id)
    const expiresAt = new Date(server.clock.now().getTime() + STAGED_MS)
    const whole = { ...file, ...stage.counts() }
    if (!(await finishSource(db, { id, read: whole, state: 'STAGED', expiresAt }))) throw new Problem('source_gone')
    await upsertColumnNames(db, inUpperCase(upload.columns ?? {}))
    const staged = await sourceOf(server, db, { record: (await selectSource(db, id))! })
    await recordAudit(server, db, {
      enterpriseId: who.enterpriseId,
      action: 'source.uploaded',
      object: { id, name: staged.fileName },
      after: {
        rows: staged.total,
        faultyRows: staged.faulty,
        protection: staged.protection,
        configuration: staged.configurationName,
      },
    })
    return staged
  })
}

/**
 * @param own a source that is being read, whose rows count, too
 * @returns the staged bytes
 * @throws Problem `staged_full` when they exceed the staging quota of the enterprise account
 */
async function requireStagingQuota(db: TenantDb, own?: SourceId): Promise<number> {
  const bytes = await sumStagedBytes(db, own === undefined ? {} : { own })
  requireRoom(bytes)
  return bytes
}

function requireRoom(bytes: number): void {
  if (bytes > sourceLimits.stagedBytes) throw new Problem('staged_full', { max: formatBytes(sourceLimits.stagedBytes) })
}

/** Header names are compared in upper case. */
const inUpperCase = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([name, column]) => [name.trim().toUpperCase(), column]))

type FileRead = Pick<ReadSource, 'columns' | 'renamed' | 'reading' | 'total'> & {
  repetitions: readonly Repetition[]
}

type Staging = { sourceId: SourceId; needs: SubscriberNeeds; stagedBytes: number }

async function parseToStage(
  server: Server,
  who: Who,
  {
    sourceId: id,
    configurationId,
    file,
    protection: required,
    columns: mapped = {},
    needs,
    stagedBytes,
  }: Upload & Staging,
): Promise<{ stage: Stage; read: FileRead }> {
  const { enterpriseId, userId } = who
  // the turn comes after the file has arrived, so that a slow upload delays nobody
  const received = await collect(file.stream)
  const keys = await decryptionKeysFor(server, who, received)
  if (required === 'PGP' && !keys) throw new Problem('pgp_missing')
  const at = server.clock.now()
  const expiresAt = new Date(at.getTime() + READING_MS)
  const protection = keys ? 'PGP' : 'PLAIN'
  const stored = await server.db.tenantTx(enterpriseId, async (db) => {
    await insertSource(db, { id, configurationId, fileName: file.fileName, protection, needs, userId, at, expiresAt })
    return await selectColumnNames(db)
  })
  const stage = new Stage(server, { enterpriseId, configurationId, sourceId: id, needs })
  const read = await readInProcess(
    { workers: server.workers, tenant: enterpriseId },
    { file: received, keys, now: at, needs, columnNames: { ...stored, ...inUpperCase(mapped) } },
    async (chunk) => {
      await server.db.tenantTx(enterpriseId, (db) => stage.add(db, chunk))
      requireRoom(stagedBytes + stage.bytes)
    },
  )
  return { stage, read }
}

const PIECE_BYTES = 1024 * 1024

/** The file in pieces, buffers of their own. What the stream has passed on is overwritten. */
async function collect(stream: Readable): Promise<FilePieces> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  let waiting: Buffer[] = []
  let waitingBytes = 0
  const close = () => {
    const piece = new Uint8Array(waitingBytes)
    let offset = 0
    for (const chunk of waiting) {
      piece.set(chunk, offset)
      offset += chunk.length
      chunk.fill(0)
    }
    pieces.push(piece)
    waiting = []
    waitingBytes = 0
  }
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > sourceLimits.fileBytes)
      throw new Problem('file_too_large', { max: formatBytes(sourceLimits.fileBytes) })
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes >= PIECE_BYTES) close()
  }
  if (waitingBytes > 0) close()
  return { pieces, bytes }
}

/** The enterprise's keys for a PGP file; undefined for another file. */
async function decryptionKeysFor(server: Server, { enterpriseId }: Who, { pieces: [head] }: FilePieces) {
  if (head === undefined || !isPgpMessage(head)) return undefined
  return await server.db.tenantTx(enterpriseId, (db) => openDecryptionKeys(server, db))
}

/** How many downloads and ICCIDs the plan has left for new codes. `held`: ICCIDs that are not downloaded. */
export function planOutlook(entitlement: Entitlement, held: number): PlanOutlook {
  const { total, available } = usageOf(entitlement)
  return {
    name: entitlement.plan,
    downloads: total,
    left: available,
    extraDownloadCents: entitlement.extra_download_cents,
    iccidsLeft: entitlement.iccids === null ? null : Math.max(0, entitlement.iccids - held),
  }
}

/** What was changed to read the cells, and what ICCIDs of 19 digits are taken for. */
function readingOf({ needs, reading }: SourceRecord): Pick<Source, 'changes' | 'nineteenDigits'> {
  const { changes, nineteen, answer } = storedReading(reading)
  const { nineteenDigits: setting } = storedNeeds(needs)
  const { total } = nineteen
  const added =
    total > 0 && setting === 'missing' ? [{ column: 'ICCID', change: 'check_digit', count: total } as const] : []
  return {
    changes: [...changes, ...added].map(({ column, change, count }) => ({ column, text: changeTexts[change], count })),
    nineteenDigits:
      total === 0 ? null : { ...nineteen, setting, isAsked: answer === undefined && speaksAgainst(nineteen, setting) },
  }
}

/** The upload as its preview shows it. */
export async function sourceOf(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { record }: { record: SourceRecord },
): Promise<Source> {
  const entitlement = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  const held = await countHeldIccids(db)
  return {
    id: record.id,
    fileName: record.file_name,
    protection: record.protection,
    configurationId: record.configuration_id,
    configurationName: record.configuration_name,
    columns: record.columns as string[],
    renamed: record.renamed as Source['renamed'],
    total: record.total,
    faulty: record.faulty,
    existing: record.existing,
    warned: record.warned,
    faultCounts: record.fault_counts as Source['faultCounts'],
    warningCounts: record.warning_counts as Source['warningCounts'],
    ...readingOf(record),
    plan: planOutlook(entitlement, held),
    expiresAt: record.expires_at.toISOString(),
  }
}
