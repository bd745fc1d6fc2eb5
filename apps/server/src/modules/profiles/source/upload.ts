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
import { fileKind } from './file-kind.ts'
import { needsOf, type SubscriberNeeds, storedNeeds } from './needs.ts'
import { openDecryptionKeys } from './pgp-key.ts'
import {
  insertSource,
  type NewSource,
  type SourceRecord,
  selectColumnNames,
  selectSource,
  sumStagedBytes,
  upsertColumnNames,
} from './queries.ts'
import { readInProcess } from './read-in-process.ts'
import { speaksAgainst, storedReading } from './reading.ts'
import { FileRefusal } from './refusal.ts'
import { formatBytes } from './size.ts'
import { Stage } from './stage.ts'

const STAGED_MS = 24 * 60 * 60 * 1000

type Upload = ParsedInputOf<typeof source.upload> & { file: UploadedFile }

/** Parses a file and stages its rows for 24 hours. Generates nothing and charges nothing to the plan. */
export async function stageFile(server: Server, who: Who, upload: Upload): Promise<Source> {
  const { enterpriseId } = who
  const id = server.random.uuid()
  const needs = await server.db.tenantTx(enterpriseId, async (db) => {
    const generating = await readForGenerating(server, db, { id: upload.configurationId })
    await requireStagingQuota(db, 0)
    return needsOf(generating)
  })
  const { stage, read } = await parseToStage(server, who, { ...upload, sourceId: id, needs })
  return await server.db.tenantTx(enterpriseId, async (db) => {
    await lockEnterprise(db)
    await requireStagingQuota(db, stage.bytes)
    const source: NewSource = {
      ...read,
      ...stage.counts(),
      id,
      configurationId: upload.configurationId,
      userId: who.userId,
    }
    await insertSource(db, { source, chunks: stage.chunks })
    await upsertColumnNames(db, inUpperCase(upload.columns ?? {}))
    const staged = await sourceOf(server, db, { record: (await selectSource(db, id))! })
    await recordAudit(server, db, {
      enterpriseId,
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

/** @throws Problem `staged_full` when the added bytes exceed the staging quota of the enterprise account */
async function requireStagingQuota(db: TenantDb, addedBytes: number): Promise<void> {
  const bytes = (await sumStagedBytes(db)) + addedBytes
  if (bytes > sourceLimits.stagedBytes) throw new Problem('staged_full', { max: formatBytes(sourceLimits.stagedBytes) })
}

/** Header names are compared in upper case. */
const inUpperCase = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([name, column]) => [name.trim().toUpperCase(), column]))

type ParsedFile = Pick<
  NewSource,
  'fileName' | 'protection' | 'columns' | 'needs' | 'renamed' | 'reading' | 'total' | 'at' | 'expiresAt'
>

type Staging = { sourceId: SourceId; needs: SubscriberNeeds }

async function parseToStage(
  server: Server,
  who: Who,
  { sourceId, configurationId, file, protection: requiredProtection, columns: mapped = {}, needs }: Upload & Staging,
): Promise<{ stage: Stage; read: ParsedFile }> {
  const { enterpriseId } = who
  // the turn comes after the file has arrived, so that a slow upload delays nobody
  const bytes = await collect(file.stream)
  const keys = await decryptionKeysFor(server, who, bytes)
  if (requiredProtection === 'PGP' && !keys) throw new Problem('pgp_missing')
  const at = server.clock.now()
  const stage = new Stage(server, { enterpriseId, configurationId, sourceId, needs })
  const stored = await server.db.tenantRead(enterpriseId, (db) => selectColumnNames(db))
  const columnNames = { ...stored, ...inUpperCase(mapped) }
  const { columns, renamed, reading, total, repetitions } = await readInProcess(
    { workers: server.workers, tenant: enterpriseId },
    { file: bytes, keys, now: at, needs, columnNames },
    (chunk) => server.db.tenantTx(enterpriseId, (db) => stage.add(db, chunk)),
  )
  stage.markRepetitions(repetitions)
  const expiresAt = new Date(at.getTime() + STAGED_MS)
  const protection = keys ? 'PGP' : 'PLAIN'
  return {
    stage,
    read: { fileName: file.fileName, protection, columns, needs, renamed, reading, total, at, expiresAt },
  }
}

/** The whole file in a buffer of its own. What the stream has passed on is overwritten. */
async function collect(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > sourceLimits.fileBytes)
      throw new Problem('file_too_large', { max: formatBytes(sourceLimits.fileBytes) })
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
    chunk.fill(0)
  }
  return bytes
}

/** The enterprise's keys for a PGP file; undefined for a plain file. */
async function decryptionKeysFor(server: Server, { enterpriseId }: Who, file: Uint8Array) {
  try {
    const kind = fileKind(file)
    if (kind === 'text' || kind === 'xlsx') return undefined
  } catch (error) {
    if (error instanceof FileRefusal) throw new Problem(error.problem, error.values, { cause: error })
    throw error
  }
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
