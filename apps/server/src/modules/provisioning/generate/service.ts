import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import * as batch from '@simwright/contract/provisioning/batch'
import { OPEN_BATCH_MAX } from '@simwright/contract/provisioning/batch'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import { capTotal, cutPage, readCursor, writeCursor } from '../../../db/page.ts'
import type { FileAnswer, OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readForGenerating, requireOwnOrders } from '../../profiles/configurations/service.ts'
import { confirmSource, isCheckedFor, needsOf, writeFaultyRows } from '../../profiles/source/service.ts'
import { addBatch } from './add-batch.ts'
import { configurationOf } from './call-configuration.ts'
import { codeHost, codeOfOutcome, type GeneratedCode, generatedCode } from './code.ts'
import { commitProfiles, reasons } from './commit.ts'
import { LIFE_MS } from './core-file.ts'
import { coreFormats } from './core-format.ts'
import { drawProfiles } from './draw.ts'
import { requireIccidRoom } from './iccid-room.ts'
import type { BatchFacts } from './insert.ts'
import { ownGroupProblem } from './own-group.ts'
import {
  type BatchRecord,
  countBatches,
  hasDeleted,
  requestCancel,
  selectBatch,
  selectBatchByCode,
  selectBatches,
  selectOutcomes,
} from './queries.ts'
import { wholeRange } from './range-part.ts'
import { factsOf } from './run.ts'
import { readSingle } from './single-row.ts'

export { changeCard, replaceUpp } from './change-card.ts'
export type { GeneratedCode } from './code.ts'
export {
  type CodeChoice,
  putBackConfirmations,
  type Replacement,
  readConfirmations,
  sealOperationCode,
  setConfirmations,
} from './confirmation.ts'
export { openConfirmation, sealConfirmation } from './draw.ts'
export { deleteKeys } from './insert.ts'
export { closeSelectedBatch } from './queries.ts'
export { generateAll, type OpenRecord, startRecords } from './records.ts'
export {
  deleteSampleBatches,
  deleteSampleBatchRows,
  insertSampleBatches,
  insertSampleBatchRows,
} from './sample-queries.ts'
export { commitSelected, openSelectedBatch } from './selected.ts'
export { generateTogether, NotTogether } from './together.ts'

/** Confirms a staged upload and starts its batch. The batch continues in another process if this one dies. */
export async function startBatch(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof batch.start>,
): OnceAnswer<typeof batch.start> {
  const { sourceId, leaveOutFaulty, generateAgain, nineteenDigits } = input
  const { enterpriseId } = who
  const id = server.random.uuid()
  const started = await once.tenantTx(enterpriseId, async (db) => {
    if (groupLimitIn(enterpriseId)?.groups.length === 0) throw new Problem('groups_gone')
    const staged = await confirmSource(server, db, { id: sourceId, nineteenDigits })
    const { faulty, total } = staged
    if (faulty === total) throw new Problem('nothing_to_generate', { faulty, total })
    if (faulty > 0 && !leaveOutFaulty) throw new Problem('faults_present', { faulty, total })
    const configuration = await readForGenerating(server, db, { id: staged.configuration_id })
    if (!isCheckedFor(staged, needsOf(configuration))) throw new Problem('source_outdated')
    // the ICCIDs of deleted profiles are not new: only the rows themselves show how many of them there are
    if (!(await hasDeleted(db))) {
      const wanted = total - faulty - staged.existing
      await requireIccidRoom(db, configuration.entitlement, { enterpriseId, wanted })
    }
    const code = await addBatch(server, db, who, {
      id,
      type: 'GENERATE_AC',
      configurationId: configuration.id,
      configurationName: configuration.name,
      configurationVersion: configuration.version,
      sourceId,
      range: null,
      fileName: staged.file_name,
      protection: staged.protection,
      generateAgain,
      total: total - faulty,
      leftOut: faulty,
      approval: { facts: { sourceId, generateAgain, leaveOutFaulty, nineteenDigits }, until: staged.expires_at },
    })
    return { batchId: id, code }
  })
  await server.jobs.add('generate', { enterpriseId, id })
  return started
}

/** Generates one code synchronously: a batch of one row, committed in one transaction. */
export async function generateSingle(
  server: Server,
  who: Who,
  { input, once }: OnceCall<typeof batch.single>,
): OnceAnswer<typeof batch.single> {
  return await once.tenantTx(who.enterpriseId, (db) =>
    generateOne(server, db, who, { input, generateAgain: 'no', acFormat: 'AC_LINK' }),
  )
}

type SingleRequest = Pick<BatchFacts, 'acFormat'> & {
  input: ParsedInputOf<typeof batch.single>
  generateAgain: 'yes' | 'no'
}

/**
 * Generates one code, in the caller's transaction.
 * @throws Problem `iccid_taken`, `iccid_exists`, `iccids_exceeded`, `profile_unfit`, `invalid`, or the one of the configuration or plan
 */
export async function generateOne(
  server: Server,
  db: TenantDb,
  who: Who,
  { input, generateAgain, acFormat }: SingleRequest,
): Promise<GeneratedCode> {
  const { enterpriseId } = who
  const batchId = server.random.uuid()
  const configuration = await readForGenerating(server, db, { id: await configurationOf(db, input) })
  requireOwnOrders(configuration)
  const row = readSingle(server, input, configuration)
  const code = await addBatch(server, db, who, {
    id: batchId,
    type: 'SINGLE_GENERATE',
    configurationId: configuration.id,
    configurationName: configuration.name,
    configurationVersion: configuration.version,
    sourceId: null,
    range: null,
    fileName: null,
    protection: null,
    generateAgain: generateAgain === 'yes',
    withLinks: acFormat === 'AC_LINK',
    total: 1,
    completion: 'at once',
    approval: { facts: { input, generateAgain, acFormat }, mode: 'REPEAT' },
  })
  const profiles = drawProfiles(server, { enterpriseId, configuration, rows: [row] })
  const facts = factsOf(server, {
    enterpriseId,
    batchId,
    batchCode: code,
    configuration,
    entitlement: configuration.entitlement,
    protection: null,
    acFormat,
    userId: who.userId,
  })
  const [outcome] = await commitProfiles(server, db, { facts, profiles, generateAgain })
  const [profile] = profiles
  if (!outcome || !profile || outcome.reason !== undefined) {
    if (outcome?.reason !== undefined && outcome.isBeyondPlan)
      throw new Problem('iccids_exceeded', { reason: outcome.reason })
    if (outcome?.reason === reasons.elsewhere) throw await ownGroupProblem(db)
    throw iccidProblem(outcome?.reason, row.values.ICCID!)
  }
  return generatedCode(server, who, {
    // a profile that is generated again keeps its id
    profile: { ...profile, profileId: outcome.profileId },
    batch: { id: batchId, code },
    issuer: facts.issuer,
    entitlement: configuration.entitlement,
  })
}

function iccidProblem(reason: string | undefined, iccid: string): Problem {
  if (reason === reasons.taken) return new Problem('iccid_taken', { iccid })
  if (reason === undefined || reason === reasons.exists) return new Problem('iccid_exists', { iccid })
  return new Problem('profile_unfit', { iccid, reason })
}

export async function listBatches(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof batch.list>,
): Promise<OutputOf<typeof batch.list>> {
  const { filter, limit } = input
  const { enterpriseId } = who
  const scope = ['batches', filter]
  const keyset = readCursor(input.cursor, scope)
  const { rows, counted } = await server.db.tenantTx(enterpriseId, async (db) => ({
    rows: await selectBatches(db, { filter, keyset, limit }),
    counted: await countBatches(db, filter),
  }))
  const page = cutPage(rows, limit, (last) => writeCursor({ value: last.created_at.toISOString(), id: last.id }, scope))
  return { items: page.items.map((record) => batchOf(server, record)), next: page.next, ...capTotal(counted) }
}

export async function readBatch(server: Server, who: Who, id: string): Promise<batch.Batch> {
  const { enterpriseId } = who
  const record = await server.db.tenantRead(enterpriseId, (db) => selectBatch(db, { enterpriseId, id }))
  if (!record) throw new Problem('not_found')
  return batchOf(server, record)
}

export type OpenBatch = {
  record: BatchRecord
  results: {
    iccid: string
    reason: string | null
    eid: string | null
    activationCode: string | null
    /** Of its public page; null if it is not open. */
    slug: string | null
  }[]
}

/** A batch with its results, for the open API. `samples`: only batches of the sample configurations. */
export async function readOpenBatch(
  server: Server,
  who: Who,
  { code, only }: { code: string; only: 'all' | 'samples' },
): Promise<OpenBatch> {
  const { enterpriseId } = who
  return await server.db.tenantRead(enterpriseId, async (db) => {
    const record = await selectBatchByCode(db, code)
    if (!record || (only === 'samples' && !record.of_sample_configuration)) throw new Problem('not_found')
    const key = { enterpriseId, id: record.id }
    const rows = await selectOutcomes(db, key, { only: 'all', afterLine: 0, limit: OPEN_BATCH_MAX })
    const results = rows.map((row) => ({
      iccid: row.iccid,
      reason: row.reason,
      eid: row.eid,
      activationCode: codeOfOutcome(codeHost(server, who), row),
      slug: row.ac_format === 'AC_LINK' ? row.slug : null,
    }))
    return { record, results }
  })
}

export async function listOutcomes(
  server: Server,
  who: Who,
  input: ParsedInputOf<typeof batch.rows>,
): Promise<OutputOf<typeof batch.rows>> {
  const { id, only, limit } = input
  const key = { enterpriseId: who.enterpriseId, id }
  const scope = ['outcomes', id, only]
  const afterLine = Number(readCursor(input.cursor, scope)?.value ?? 0)
  const rows = await server.db.tenantTx(key.enterpriseId, async (db) => {
    if (!(await selectBatch(db, key))) throw new Problem('not_found')
    return await selectOutcomes(db, key, { only, afterLine, limit: limit + 1 })
  })
  const page = cutPage(rows, limit, (last) => writeCursor({ value: String(last.line), id }, scope))
  const items = page.items.map((row) => ({
    line: row.line,
    iccid: row.iccid,
    success: row.reason === null,
    reason: row.reason,
    profileId: row.profile_id,
    activationCode: codeOfOutcome(codeHost(server, who), row),
  }))
  return { items, next: page.next }
}

/** The rows that a batch left out, while its upload has not expired. */
export async function writeLeftOut(server: Server, who: Who, id: string): Promise<FileAnswer> {
  const { enterpriseId } = who
  const record = await server.db.tenantTx(enterpriseId, (db) => selectBatch(db, { enterpriseId, id }))
  if (!record) throw new Problem('not_found')
  const { source_id: sourceId } = record
  if (sourceId === null || leftOutUntil(record, server.clock.now()) === null) throw new Problem('source_gone')
  return await writeFaultyRows(server, who, { id: sourceId, state: 'CONFIRMED' })
}

/** Requests the process that runs the batch to stop. Finished rows stay; the others fail as canceled. */
export async function cancelBatch(server: Server, who: Who, id: string): Promise<OutputOf<typeof batch.cancel>> {
  const { enterpriseId } = who
  await server.db.tenantTx(enterpriseId, async (db) => {
    const answer = await requestCancel(db, { enterpriseId, id }, server.clock.now())
    const record = await selectBatch(db, { enterpriseId, id })
    if (answer === 'unknown' || !record) throw new Problem('not_found')
    if (answer === 'finished') throw new Problem('batch_finished')
    await recordAudit(server, db, { enterpriseId, action: 'batch.cancelled', object: { id, name: record.code } })
  })
  return {}
}

export function batchOf({ clock }: Pick<Server, 'clock'>, record: BatchRecord): batch.Batch {
  return {
    id: record.id,
    code: record.code,
    type: record.type,
    process: record.process,
    configurationId: record.configuration_id,
    configurationName: record.configuration_name,
    configurationVersion: record.configuration_version,
    protection: record.protection,
    fileName: record.file_name,
    range: rangeOf(record),
    coreFile: coreFileOf(record, clock.now()),
    coreFormats: coreFormatsOf(record),
    total: record.total,
    processed: record.succeeded + record.failed,
    succeeded: record.succeeded,
    failed: record.failed,
    leftOut: record.left_out,
    leftOutUntil: leftOutUntil(record, clock.now()),
    canceled: record.cancel_requested_at !== null,
    createdAt: record.created_at.toISOString(),
    startedAt: record.started_at?.toISOString() ?? null,
    completedAt: record.completed_at?.toISOString() ?? null,
    createdBy: record.created_by_name,
    sample: record.sample,
  }
}

function leftOutUntil({ left_out, left_out_until: until }: BatchRecord, now: Date): batch.Batch['leftOutUntil'] {
  return left_out > 0 && until !== null && until > now ? until.toISOString() : null
}

function rangeOf({ first_iccid: firstIccid, first_imsi: firstImsi, total }: BatchRecord): batch.Batch['range'] {
  if (firstIccid === null || firstImsi === null) return null
  const { lastIccid, lastImsi } = wholeRange({ firstIccid, firstImsi }, total)
  return { firstIccid, lastIccid, firstImsi, lastImsi }
}

function coreFormatsOf({ first_iccid, algorithm }: BatchRecord): batch.Batch['coreFormats'] {
  if (first_iccid === null || algorithm === null) return []
  return batch.coreFormats.filter((format) => [undefined, algorithm].includes(coreFormats[format].only))
}

function coreFileOf(record: BatchRecord, now: Date): batch.Batch['coreFile'] {
  const { first_iccid, completed_at, core_file_at, succeeded } = record
  if (first_iccid === null || completed_at === null || succeeded === 0) return 'none'
  if (core_file_at !== null) return 'taken'
  return now.getTime() - completed_at.getTime() < LIFE_MS ? 'open' : 'over'
}
