import type { EnterpriseId } from '../../../db/row-id.ts'
import type { DeliveryServer as Server } from '../../../port/module.ts'
import { takeLease, type WorkLease } from '../../../work/lease.ts'
import { platformOf } from '../../platform/brand/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { selectEnterprise, underMakersLimit } from '../../platform/tenancy/service.ts'
import { conditionOf, exportCheck, hasPages, whyNoCode } from '../../profiles/fleet/service.ts'
import { ChunkWriter } from './file-chunk.ts'
import { fileCodeOf } from './file-code.ts'
import { type CodesRequest, isList, type ListRequest, listPieces } from './file-list.ts'
import {
  deleteChunks,
  endFile,
  type FileRef,
  fileWork,
  insertLeftOut,
  type LeasedFile,
  selectCodes,
  uncountAttempt,
  updateWritten,
} from './file-queries.ts'
import { FileThread } from './file-thread.ts'
import { presetsOfProfiles, stylesOfFile } from './preset.ts'

/** Profiles read per query, and codes passed to the writing thread per message. */
const PROFILES_PER_PAGE = 250
const MAX_ATTEMPTS = 3

/**
 * Writes a file from its beginning and discards the chunks of an interrupted attempt. A profile that has lost its
 * usable code since the file was requested is left out and listed, like one that never had a code.
 */
export async function writeFile(server: Server, ref: FileRef): Promise<void> {
  const lease = await takeLease<LeasedFile>(server, fileWork, ref)
  if (!lease) return
  try {
    await underMakersLimit(server, ref.enterpriseId, lease.row, () => writeToEnd(server, ref, lease))
  } finally {
    await lease.end()
  }
}

async function writeToEnd(server: Server, ref: FileRef, lease: WorkLease<LeasedFile>): Promise<void> {
  const { enterpriseId } = ref
  const { holder, row: file } = lease
  const mayTry = file.attempts <= MAX_ATTEMPTS
  await server.db.tenantTx(enterpriseId, (db) => deleteChunks(db, ref))
  const end = mayTry ? await writeContent(server, ref, lease) : { written: 0, left: 0 }
  if (end === 'lost') return
  if (end === 'stopped') return await server.db.tenantTx(enterpriseId, (db) => uncountAttempt(db, ref, holder))
  const isComplete = mayTry && end !== 'changed'
  await server.db.tenantTx(enterpriseId, async (db) => {
    const at = server.clock.now()
    if (!isComplete) await deleteChunks(db, ref)
    await endFile(db, ref, { process: isComplete ? 'COMPLETE' : 'FAILED', at })
    const { written: codes, left } = end === 'changed' ? { written: 0, left: 0 } : end
    const facts = { fileId: ref.id, form: file.given.form, codes, left }
    const kind = isComplete ? 'FILE_DONE' : 'FILE_FAILED'
    const news = { kind, facts } as const
    await notifyMembers(server, db, { userIds: [file.created_by], once: `file ${ref.id}`, news })
  })
  lease.isCleared = true
}

type Counts = { written: number; left: number }

/**
 * `lost`: another process has taken the lease. `stopped`: this process is shutting down. `changed`: it has not what was
 * approved, or counted against the limit of the day, so that nobody may have it.
 */
type Outcome = Counts | 'lost' | 'stopped' | 'changed'

function writeContent(server: Server, ref: FileRef, lease: WorkLease<LeasedFile>): Promise<Outcome> {
  const { given } = lease.row
  return isList(given) ? writeList(server, ref, { lease, given }) : writeCodes(server, ref, { lease, given })
}

/** Progress is reported each time this many more rows are written. */
const PROGRESS_STEP_ROWS = 5_000

type Writing<Given> = { lease: WorkLease<LeasedFile>; given: Given }

async function writeList(server: Server, ref: FileRef, { lease, given }: Writing<ListRequest>): Promise<Outcome> {
  const { enterpriseId } = ref
  const { holder, lost } = lease
  const { selection: selected } = lease.row
  const { platform_id: platformId } = await server.db.tenantRead(enterpriseId, (db) => selectEnterprise(db))
  const chunks = new ChunkWriter(server, ref, given)
  const check = exportCheck(lease.row.approved_sha256)
  const counts = { written: 0, left: 0 }
  let reported = 0
  const reportProgress = () => {
    reported = counts.written
    const progress = { holder, ...counts, bytes: chunks.bytes }
    return server.db.tenantTx(enterpriseId, (db) => updateWritten(db, ref, progress))
  }
  const onRows = (count: number) => {
    counts.written += count
  }
  for await (const piece of listPieces(server, {
    enterpriseId,
    platformId,
    given,
    selected,
    onRows,
    onPage: check.add,
  })) {
    if (server.stopping.aborted) return 'stopped'
    if (lost.aborted) return 'lost'
    await chunks.add(piece)
    if (counts.written - reported >= PROGRESS_STEP_ROWS && !(await reportProgress())) return 'lost'
  }
  await chunks.end()
  if (!(await reportProgress())) return 'lost'
  return check.isAsApproved() ? counts : 'changed'
}

async function writeCodes(server: Server, ref: FileRef, { lease, given }: Writing<CodesRequest>): Promise<Outcome> {
  const { enterpriseId } = ref
  const { holder, lost } = lease
  const { selection: selected } = lease.row
  const prepared = await server.db.tenantTx(enterpriseId, async (db) => ({
    look: await stylesOfFile(server, db, selected.look),
    codes: {
      platform: platformOf(server, (await selectEnterprise(db)).platform_id),
      isLinked: await hasPages(server, db),
    },
  }))
  const thread = new FileThread({ given, ...prepared.look, at: server.clock.now() })
  const chunks = new ChunkWriter(server, ref, given)
  const check = exportCheck(lease.row.approved_sha256)
  const counts = { written: 0, left: 0 }
  const reportProgress = () => {
    const progress = { holder, ...counts, bytes: chunks.bytes }
    return server.db.tenantTx(enterpriseId, (db) => updateWritten(db, ref, progress))
  }
  try {
    for await (const { fit, left, presetOf } of profilesOf(server, enterpriseId, selected)) {
      if (server.stopping.aborted) return 'stopped'
      if (lost.aborted) return 'lost'
      check.add(fit)
      const codes = fit.map((row) => fileCodeOf(server, prepared.codes, row, presetOf(row.id)))
      if (codes.length > 0) await chunks.add(await thread.add(codes))
      const rows = left.map((row, index) => ({ ...row, line: counts.left + index + 1 }))
      if (rows.length > 0) await server.db.tenantTx(enterpriseId, (db) => insertLeftOut(db, ref, rows))
      counts.written += fit.length
      counts.left += left.length
      if (!(await reportProgress())) return 'lost'
    }
    await chunks.add(await thread.end())
    await chunks.end()
    if (!(await reportProgress())) return 'lost'
    return check.isAsApproved() ? counts : 'changed'
  } finally {
    await thread.close()
  }
}

/** The selected profiles in their current state, page by page: `fit` go into the file, `left` are left out. */
async function* profilesOf(server: Server, enterpriseId: EnterpriseId, selected: LeasedFile['selection']) {
  const asked = { ...selected, enterpriseId, asOf: new Date(selected.asOf) }
  for (let afterId: string | undefined; ; ) {
    const { rows, presetOf } = await server.db.tenantRead(enterpriseId, async (db) => {
      const rows = await selectCodes(db, await conditionOf(db, asked), { afterId, limit: PROFILES_PER_PAGE })
      return {
        rows,
        presetOf: await presetsOfProfiles(
          db,
          rows.map(({ id }) => id),
        ),
      }
    })
    if (rows.length === 0) return
    yield {
      presetOf,
      fit: rows.filter((row) => whyNoCode(row) === undefined),
      left: rows.flatMap((row) => {
        const reason = whyNoCode(row)
        return reason === undefined ? [] : [{ iccid: row.iccid, status: row.status, reason }]
      }),
    }
    afterId = rows.at(-1)!.id
  }
}
