import { Problem } from '@simwright/contract'
import type { OperationKind } from '@simwright/contract/provisioning/operation'
import type { TenantDb } from '../../../db/database.ts'
import { takeLease, type WorkLease } from '../../../jobs/work-lease.ts'
import type { Server } from '../../../server.ts'
import { tellUser } from '../../platform/notices/service.ts'
import { keepGroups } from '../../profiles/groups/service.ts'
import type { Before, Cause, LockedRow } from '../../profiles/lifecycle/service.ts'
import { closeSelectedBatch, commitSelected } from '../generate/service.ts'
import { type Applying, apply, type Changing, putBack, staysBecause } from './apply.ts'
import { confirmRows } from './confirm.ts'
import { unfitReason } from './fit.ts'
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
  type RowResult,
  selectPart,
  updateCheckpoint,
  updateRows,
  type WaitingRow,
} from './queries.ts'
import { type Selected, selectedBy } from './selection.ts'
import { campaignPlaceOf, lightKinds, lockTargets } from './target.ts'

type Lease = WorkLease<LeasedOperation>

type Worker = Pick<Server, 'db' | 'vault' | 'random' | 'clock' | 'log' | 'smdp' | 'stopping'>

/** Profiles of one transaction: so many are locked for a moment. */
const PART = 2_000

/** Of profiles whose secrets are opened and sealed anew: nobody else is answered meanwhile. */
const SEALED_PART = 500

const partOf = ({ kind }: LeasedOperation) => (kind === 'AGAIN' || kind === 'CONFIRMATION' ? SEALED_PART : PART)

/** After so many starts without getting past a part, the operation is ended. */
const ATTEMPTS_LIMIT = 10

const LEASE_LOST = 'the lease of the operation was lost'
const CANCELED = 'The operation was cancelled.'
const GIVEN_UP = 'Could not be changed. Please write to us and quote the time.'
const UNKNOWN = 'No profile has this ICCID.'
const NO_GROUP = 'The group was deleted meanwhile.'

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
    const isLong = work.waiting.to - work.waiting.from >= PART
    const ends: readonly End[] = isLong && lightKinds.includes(kind) ? ['front', 'back'] : ['front']
    if (attempts <= ATTEMPTS_LIMIT) await allOf(ends.map((end) => workFrom(server, end, work)))
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
  const size = partOf(lease.row)
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
  const results = await changeAll(server, db, { place, lease, rows, total })
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
    const reason = stopped ? CANCELED : GIVEN_UP
    const failed = await failRest(db, place, { from, to, reason })
    await updateCheckpoint(db, place, { from, to, end: 'front', holder: lease.holder, succeeded: 0, failed })
  }
  await end(server, db, { place, lease }, from <= to ? (stopped ?? server.clock.now()) : null)
}

/** `stopped`: since when not all of its rows were worked on. */
async function end(server: Worker, db: TenantDb, { place, lease }: Part, stopped: Date | null): Promise<void> {
  const at = server.clock.now()
  if (lease.row.kind === 'AGAIN') await closeSelectedBatch(db, place, { at, stopped })
  const ended = await completeOperation(db, place, at)
  // one profile alone is on the page of whoever changed it
  if (ended.total < 2) return
  const { kind: operation, undoes, created_by: userId } = lease.row
  const counts = { succeeded: ended.succeeded, failed: ended.failed, canceled: ended.canceled }
  const facts = { operationId: place.id, operation, isUndo: undoes !== null, ...counts }
  const kind = ended.succeeded > 0 ? 'OPERATION_DONE' : 'OPERATION_FAILED'
  const { enterpriseId } = place
  await tellUser(server, db, { userId, enterpriseId, once: `operation ${place.id}`, news: { kind, facts } })
}

type Rows = Part & { rows: readonly WaitingRow[]; total: number }

async function changeAll(server: Worker, db: TenantDb, { total, ...part }: Rows): Promise<RowResult[]> {
  const { place, lease, rows } = part
  if (lease.row.kind === 'CONFIRMATION') return await confirmRows(server, db, { place, operation: lease.row, rows })
  if (lease.row.kind !== 'AGAIN') return await change(server, db, part)
  const ids = rows.flatMap(({ profile_id }) => profile_id ?? [])
  const locked = await lockTargets(db, place.enterpriseId, { ids, kind: lease.row.kind })
  const selected = rows.map(({ line, iccid, profile_id: profileId }) => {
    return { line, iccid, profileId, reason: whyUnfit('AGAIN', locked.get(profileId ?? '')) }
  })
  const reasons = await commitSelected(server, db, {
    place,
    userId: lease.row.created_by,
    total,
    rows: selected,
  })
  return rows.map(({ line }) => ({ line, before: null, reason: reasons.get(line) ?? null }))
}

async function change(
  server: Worker,
  db: TenantDb,
  { place, lease, rows }: Part & { rows: readonly WaitingRow[] },
): Promise<RowResult[]> {
  const { kind, given, undoes, created_by: userId } = lease.row
  const operation = { kind, ...given } as Changing
  const ids = rows.flatMap(({ profile_id }) => profile_id ?? [])
  const locked = await lockTargets(db, place.enterpriseId, { ids, kind: lease.row.kind })
  const groups = await keepGroups(db, place.enterpriseId, [operation, ...rows.map(({ goal }) => goal)].flatMap(groupOf))
  const isLost = (row: WaitingRow) =>
    operation.kind === 'GROUP' && groupOf(undoes ? row.goal : operation).some((id) => !groups.has(id))
  const reasons = new Map<number, string | undefined>(
    rows.map((row) => {
      const why = whyNot(operation, undoes, locked.get(row.profile_id ?? ''))
      return [row.line, why ?? (isLost(row) ? NO_GROUP : undefined)]
    }),
  )
  const fit = rows.filter(({ line }) => reasons.get(line) === undefined)
  const cause: Cause = {
    enterpriseId: place.enterpriseId,
    at: server.clock.now(),
    actor: { kind: 'user', userId },
    newId: server.random.uuid,
  }
  const applying = { operation, targets: fit.map(({ profile_id }) => locked.get(profile_id!)!), cause }
  const before = undoes ? await undo(db, applying, fit, groups) : await apply(db, applying)
  return rows.map(({ line, profile_id }) => ({
    line,
    before: before.get(profile_id ?? '') ?? null,
    reason: reasons.get(line) ?? null,
  }))
}

const groupOf = (named: object | null): string[] =>
  named && 'groupId' in named && typeof named.groupId === 'string' ? [named.groupId] : []

/** What goes back into a group that was deleted meanwhile is in none. */
function withoutGroup(goal: Before, groups: ReadonlySet<string>): Before {
  return groupOf(goal).some((id) => !groups.has(id)) ? { ...goal, groupId: null } : goal
}

function whyNot(operation: Changing, undoes: string | null, target: LockedRow | undefined): string | undefined {
  return target && undoes ? staysBecause(operation, target) : whyUnfit(operation.kind, target)
}

function whyUnfit(kind: OperationKind, target: LockedRow | undefined): string | undefined {
  if (!target) return UNKNOWN
  // that its code rotates is told where confirmation codes are set
  const { status, order_state: orderState, eid } = target
  const inCampaign = campaignPlaceOf(target)
  return unfitReason(kind, { status, orderState, isBound: eid !== null, inCampaign, isRotating: false })
}

async function undo(
  db: TenantDb,
  applying: Applying,
  rows: readonly WaitingRow[],
  groups: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Before>> {
  const previous = new Map(rows.map(({ profile_id, goal }) => [profile_id!, withoutGroup(goal ?? {}, groups)]))
  if (rows.length > 0) await putBack(db, { ...applying, previous })
  return new Map()
}
