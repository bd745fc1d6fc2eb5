import { Problem } from '@simwright/contract'
import { leftTexts } from '@simwright/contract/provisioning/operation-kind'
import type { TenantDb } from '../../../db/database.ts'
import { takeLease, type WorkLease } from '../../../jobs/work-lease.ts'
import { notifyUser } from '../../platform/notices/service.ts'
import type { Worker } from './kind-row.ts'
import { KINDS, openStored } from './kinds.ts'
import {
  completeOperation,
  type End,
  failRest,
  holdOperation,
  insertRows,
  insertUndoRows,
  keepOperation,
  type LeasedOperation,
  type Lines,
  markSelected,
  type OperationPlace,
  operationWork,
  selectPart,
  updateCheckpoint,
  updateRows,
} from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'

type Lease = WorkLease<LeasedOperation>

/** After so many starts without getting past a part, the operation is ended. */
const ATTEMPTS_LIMIT = 10

const LEASE_LOST = 'the lease of the operation was lost'
/**
 * Works on an operation part by part, in one transaction each, from its checkpoint to its end; does nothing when another
 * process has it. Whenever it is stopped, even by a kill, another run goes on where the last transaction ended. What locks
 * nothing but profiles is worked on from both ends at once: the database has more than one processor.
 */
export async function runOperation(server: Worker, place: OperationPlace): Promise<void> {
  const lease = await takeLease<LeasedOperation>(server, operationWork, place)
  if (!lease) return
  try {
    const { kind, selected_at, attempts } = lease.row
    if (selected_at === null) await writeRows(server, place, lease)
    const work = await server.db.tenantTx(place.enterpriseId, (db) => openWork(db, { place, lease }))
    const { ends, chunkSize } = KINDS[kind]
    const isLong = work.waiting.to - work.waiting.from >= chunkSize
    if (attempts <= ATTEMPTS_LIMIT)
      await allOf((isLong ? ends : ends.slice(0, 1)).map((end) => workFrom(server, end, work)))
    if (server.stopping.aborted || lease.lost.aborted) return
    await server.db.tenantTx(place.enterpriseId, (db) => finish(server, db, work))
  } finally {
    await lease.end()
  }
}

/** Waits for all, also when one fails. @throws what the first threw that failed */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** From here on the selection stands, whatever becomes of the profiles. */
async function writeRows(server: Worker, place: OperationPlace, { row: operation, holder }: Lease): Promise<void> {
  await server.db.tenantTx(place.enterpriseId, async (db) => {
    if (!(await keepOperation(db, place, holder))) throw new Error(LEASE_LOST)
    const { selection, undoes, attempts } = operation
    const condition = selection && attempts <= ATTEMPTS_LIMIT ? await conditionNow(db, place, selection) : undefined
    const total = undoes
      ? await insertUndoRows(db, place, undoes)
      : condition && (await insertRows(db, place, condition))
    await markSelected(db, place, { total: total ?? 0, at: server.clock.now() })
  })
}

/** Undefined when something that the selection names is gone: then nothing is selected. */
async function conditionNow(db: TenantDb, { enterpriseId }: OperationPlace, selection: Selected) {
  try {
    return await selectedBy(db, enterpriseId, selection)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type Part = { place: OperationPlace; lease: Lease }
type Work = Part & {
  /** Lines that nobody has begun; both ends take theirs from here. */
  waiting: Lines
  total: number
}

async function held(db: TenantDb, { place, lease }: Part) {
  const found = await holdOperation(db, place, lease.holder)
  if (!found) throw new Error(LEASE_LOST)
  return found
}

async function openWork(db: TenantDb, part: Part): Promise<Work> {
  const { nextLine, lastLine, total } = await held(db, part)
  return { ...part, waiting: { from: nextLine, to: lastLine }, total }
}

/** The next part at this end; undefined when none waits. */
function takePart({ waiting, lease }: Work, end: End): Lines | undefined {
  const size = KINDS[lease.row.kind].chunkSize
  const { from, to } = waiting
  if (from > to) return undefined
  const part =
    end === 'front' ? { from, to: Math.min(to, from + size - 1) } : { from: Math.max(from, to - size + 1), to }
  if (end === 'front') waiting.from = part.to + 1
  else waiting.to = part.from - 1
  return part
}

async function workFrom(server: Worker, end: End, work: Work): Promise<void> {
  const { place, lease, waiting } = work
  try {
    while (!server.stopping.aborted && !lease.lost.aborted) {
      const isDone = await server.db.tenantTx(place.enterpriseId, async (db) => {
        const { stopped } = await held(db, work)
        const part = stopped ? undefined : takePart(work, end)
        if (!part) return true
        await workPart(server, db, { ...work, end, part })
        return false
      })
      if (isDone) return
    }
  } catch (error) {
    // the other end stops as well
    waiting.to = waiting.from - 1
    throw error
  }
}

async function workPart(
  server: Worker,
  db: TenantDb,
  { place, lease, total, end, part }: Work & { end: End; part: Lines },
): Promise<void> {
  const rows = await selectPart(db, place, part)
  const { undoes, sealed_code: sealedCode, created_by: userId } = lease.row
  const operation = openStored(lease.row)
  const change = undoes ? operation.undo : operation.change
  const results = await change(server, db, { place, undoes, sealedCode, userId, total, rows })
  await updateRows(db, place, { ...part, results })
  const failed = results.filter(({ reason }) => reason !== null).length
  const isOurs = await updateCheckpoint(db, place, {
    ...part,
    end,
    holder: lease.holder,
    succeeded: rows.length - failed,
    failed,
  })
  if (!isOurs) throw new Error(LEASE_LOST)
}

/** What was cancelled, or does not get past a part, leaves the rest as it is. */
async function finish(server: Worker, db: TenantDb, { place, lease }: Work): Promise<void> {
  const { nextLine: from, lastLine: to, stopped } = await held(db, { place, lease })
  if (from <= to) {
    const reason = leftTexts[stopped ? 'canceled' : 'gaveUp']
    const failed = await failRest(db, place, { from, to, reason })
    await updateCheckpoint(db, place, { from, to, end: 'front', holder: lease.holder, succeeded: 0, failed })
  }
  await end(server, db, { place, lease }, from <= to ? (stopped ?? server.clock.now()) : null)
}

/** `stopped`: since when not all of its rows were worked on. */
async function end(server: Worker, db: TenantDb, { place, lease }: Part, stopped: Date | null): Promise<void> {
  const at = server.clock.now()
  await KINDS[lease.row.kind].onEnd?.(db, place, { at, stopped })
  const ended = await completeOperation(db, place, at)
  // one profile alone is on the page of whoever changed it
  if (ended.total < 2) return
  const { kind: operation, undoes, created_by: userId } = lease.row
  const counts = { succeeded: ended.succeeded, failed: ended.failed, canceled: ended.canceled }
  const facts = { operationId: place.id, operation, isUndo: undoes !== null, ...counts }
  const kind = ended.succeeded > 0 ? 'OPERATION_DONE' : 'OPERATION_FAILED'
  const { enterpriseId } = place
  await notifyUser(server, db, { userId, enterpriseId, once: `operation ${place.id}`, news: { kind, facts } })
}
