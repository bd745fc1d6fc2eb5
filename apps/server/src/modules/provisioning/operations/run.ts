import { Problem } from '@simwright/contract'
import { leftTexts } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import { takeLease, type WorkLease } from '../../../work/lease.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { underMakersLimit } from '../../platform/tenancy/service.ts'
import { recordEnd } from './entry.ts'
import type { Worker } from './kind-row.ts'
import { KINDS, openStored } from './kinds.ts'
import {
  completeOperation,
  type End,
  failRest,
  insertRows,
  insertUndoRows,
  type LeasedOperation,
  type Lines,
  lockLeasedOperation,
  markSelected,
  type OperationKey,
  operationWork,
  selectCheckpoint,
  selectWaitingRows,
  updateCheckpoint,
  updateRows,
} from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'

type Lease = WorkLease<LeasedOperation>

/** After this many starts without completing a chunk, the operation is given up. */
const ATTEMPTS_LIMIT = 10

const LEASE_LOST = 'the lease of the operation was lost'

/**
 * Runs an operation from its checkpoint to its end, one transaction per chunk. Does nothing if another process has
 * the lease. After any interruption, even a kill, the next run continues after the last committed chunk. Kinds that
 * lock only profiles run from both ends concurrently, because the database has more than one processor.
 */
export async function runOperation(server: Worker, key: OperationKey): Promise<void> {
  const lease = await takeLease<LeasedOperation>(server, operationWork, key)
  if (!lease) return
  try {
    await underMakersLimit(server, key.enterpriseId, lease.row, () => workThrough(server, key, lease))
  } finally {
    await lease.end()
  }
}

async function workThrough(server: Worker, key: OperationKey, lease: Lease): Promise<void> {
  const { kind, selected_at, attempts } = lease.row
  const open = selected_at === null ? writeRows : readRest
  const { from, to, total } = await server.db.tenantTx(key.enterpriseId, (db) => open(server, db, { key, lease }))
  const work: Work = { key, lease, waiting: { from, to }, total }
  const { ends, chunkSize } = KINDS[kind]
  const isLong = work.waiting.to - work.waiting.from >= chunkSize
  if (attempts <= ATTEMPTS_LIMIT)
    await allOf((isLong ? ends : ends.slice(0, 1)).map((end) => workFrom(server, end, work)))
  if (server.stopping.aborted || lease.lost.aborted) return
  await server.db.tenantTx(key.enterpriseId, (db) => finish(server, db, work))
  lease.isCleared = true
}

/** Waits for all, even if one fails. @throws the error of the first in the list that failed */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

type LeasedWork = { key: OperationKey; lease: Lease }
/** Lines that are not processed, of `total`. */
type Rest = Lines & { total: number }

/**
 * Fixes the selection: stores its profiles as rows, so later changes to profiles do not alter it. @returns all lines
 * @throws Error if the lease was lost
 */
async function writeRows(server: Worker, db: TenantDb, { key, lease }: LeasedWork): Promise<Rest> {
  if (!(await lockLeasedOperation(db, key, lease.holder))) throw new Error(LEASE_LOST)
  const { selection, undoes, attempts } = lease.row
  const condition = selection && attempts <= ATTEMPTS_LIMIT ? await conditionNow(db, selection) : undefined
  const inserted = undoes ? await insertUndoRows(db, key, undoes) : condition && (await insertRows(db, key, condition))
  const total = inserted ?? 0
  await markSelected(db, key, { total, at: server.clock.now() })
  return { from: 1, to: total, total }
}

/** Undefined if something the selection refers to was deleted: then nothing is selected. */
async function conditionNow(db: TenantDb, selection: Selected) {
  try {
    return await selectedBy(db, selection)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type Work = LeasedWork & {
  /** Lines not begun yet; both ends take their chunks from here. */
  waiting: Lines
  total: number
}

/** @throws Error if the lease was lost */
async function readCheckpoint(db: TenantDb, { key, lease }: LeasedWork) {
  const checkpoint = await selectCheckpoint(db, key, lease.holder)
  if (!checkpoint) throw new Error(LEASE_LOST)
  return checkpoint
}

async function readRest(_: Worker, db: TenantDb, leased: LeasedWork): Promise<Rest> {
  const { nextLine: from, lastLine: to, total } = await readCheckpoint(db, leased)
  return { from, to, total }
}

/** Takes the next chunk at this end; undefined if no lines are left. */
function takeChunk({ waiting, lease }: Work, end: End): Lines | undefined {
  const size = KINDS[lease.row.kind].chunkSize
  const { from, to } = waiting
  if (from > to) return undefined
  const chunk =
    end === 'front' ? { from, to: Math.min(to, from + size - 1) } : { from: Math.max(from, to - size + 1), to }
  if (end === 'front') waiting.from = chunk.to + 1
  else waiting.to = chunk.from - 1
  return chunk
}

async function workFrom(server: Worker, end: End, work: Work): Promise<void> {
  const { key, lease, waiting } = work
  try {
    while (waiting.from <= waiting.to && !server.stopping.aborted && !lease.lost.aborted) {
      const isStopped = await server.db.tenantTx(key.enterpriseId, async (db) => {
        const { stopped } = await readCheckpoint(db, work)
        const chunk = stopped ? undefined : takeChunk(work, end)
        if (chunk) await processChunk(server, db, { ...work, end, chunk })
        return chunk === undefined
      })
      if (isStopped) return
    }
  } catch (error) {
    // the other end stops as well
    waiting.to = waiting.from - 1
    throw error
  }
}

async function processChunk(
  server: Worker,
  db: TenantDb,
  { key, lease, total, end, chunk }: Work & { end: End; chunk: Lines },
): Promise<void> {
  const rows = await selectWaitingRows(db, key, chunk)
  const { undoes, sealed_code: sealedCode, created_by: userId, rule_id: ruleId, rule_depth: depth } = lease.row
  const rule = ruleId !== null && depth !== null ? { id: ruleId, depth } : undefined
  const operation = openStored(lease.row)
  const change = undoes ? operation.undo : operation.change
  const results = await change(server, db, { key, undoes, sealedCode, userId, rule, total, rows })
  await updateRows(db, key, { ...chunk, results })
  const failed = results.filter(({ reason }) => reason !== null).length
  const isOurs = await updateCheckpoint(db, key, {
    ...chunk,
    end,
    holder: lease.holder,
    succeeded: rows.length - failed,
    failed,
  })
  if (!isOurs) throw new Error(LEASE_LOST)
}

/** Ends the operation. If it was canceled or given up, its remaining rows get that reason. */
async function finish(server: Worker, db: TenantDb, { key, lease }: Work): Promise<void> {
  const { nextLine: from, lastLine: to, stopped } = await readCheckpoint(db, { key, lease })
  if (from <= to) {
    const reason = leftTexts[stopped ? 'canceled' : 'gaveUp']
    const failed = await failRest(db, key, { from, to, reason })
    await updateCheckpoint(db, key, { from, to, end: 'front', holder: lease.holder, succeeded: 0, failed })
  }
  await end(server, db, { key, lease }, from <= to ? (stopped ?? server.clock.now()) : null)
}

/** `stopped`: when the operation was stopped; null if all rows were processed. */
async function end(server: Worker, db: TenantDb, { key, lease }: LeasedWork, stopped: Date | null): Promise<void> {
  const at = server.clock.now()
  await KINDS[lease.row.kind].onEnd?.(db, key, { at, stopped })
  const ended = await completeOperation(db, key, at)
  await recordEnd(server, db, key, ended)
  // no notification for a single profile: the user sees the result on its page
  if (ended.total < 2) return
  const { kind: operation, undoes, created_by: userId } = lease.row
  const counts = { succeeded: ended.succeeded, failed: ended.failed, canceled: ended.canceled }
  const facts = { operationId: key.id, operation, isUndo: undoes !== null, ...counts }
  const kind = ended.succeeded > 0 ? 'OPERATION_DONE' : 'OPERATION_FAILED'
  const once = `operation ${key.id}`
  await notifyMembers(server, db, { userIds: [userId], once, news: { kind, facts } })
}
