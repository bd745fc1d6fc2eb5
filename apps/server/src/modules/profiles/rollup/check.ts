import type { EnterpriseId } from '../../../db/row-id.ts'
import type { RollupServer as Server } from '../../../port/module.ts'
import { notifyStaffOnce } from '../../platform/notices/service.ts'
import { BEGINNING, type Difference, findDifference, nextPart, type Part } from './difference.ts'
import { pause } from './pause.ts'
import { DAY_MS, hourOf } from './range.ts'
import { claimCheck, isFilled, selectEnterpriseName, selectQueued, updateChecked, updateWrong } from './state.ts'

/** Each daily check goes on for so many parts where the previous one stopped: with 50,000 events each, two million events; */
const PARTS = 40
/** and it always compares the last days. */
const RECENT_MS = 2 * DAY_MS

/** Of the time that a check takes, it rests this many times as much. */
const RESTS = 3
/** While so many rows of deltas are queued, folding needs the database more than the check does. */
const BUSY_QUEUE = 400

type Needs = Pick<Server, 'db' | 'clock' | 'log' | 'random'>

/**
 * Compares the rollups of the next enterprise whose check is due with its events, at most two million events
 * besides those of the last two days. A difference is logged, and the platform's staff is
 * notified, once for each check. @returns whether one was due
 */
export async function checkNext(server: Needs, signal: AbortSignal): Promise<boolean> {
  const now = server.clock.now()
  const due = await server.db.systemTx((db) => claimCheck(db, { at: now, before: new Date(now.getTime() - DAY_MS) }))
  if (!due) return false
  const { enterpriseId, checkedTo } = due
  let left = PARTS
  for await (const { to, isLast } of checkedParts(server, {
    enterpriseId,
    from: checkedTo ?? BEGINNING,
    at: now,
    signal,
  })) {
    await server.db.systemTx((db) => updateChecked(db, enterpriseId, isLast ? null : to))
    if (isLast) return true
    left -= 1
    if (left === 0) break
  }
  const recent = hourOf(new Date(now.getTime() - RECENT_MS))
  for await (const _ of checkedParts(server, { enterpriseId, from: recent, at: now, signal }));
  return true
}

/** `at`: when the check began. */
type Checking = { enterpriseId: EnterpriseId; from: Date; at: Date; signal: AbortSignal }

/** The parts of an enterprise's time from a time on, each after its comparison. */
async function* checkedParts(server: Needs, { enterpriseId, from, at, signal }: Checking): AsyncGenerator<Part> {
  let part: Part | undefined
  do {
    await untilQuiet(server, signal)
    if (signal.aborted) return
    const begin = performance.now()
    const checked = await checkPart(server, { enterpriseId, from: part?.to ?? from })
    part = checked.part
    if (checked.difference.rows > 0) await notifyOfDifference(server, { enterpriseId, at, ...checked.difference })
    await pause(RESTS * (performance.now() - begin), signal)
    yield part
  } while (!part.isLast)
}

async function untilQuiet({ db }: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await db.systemTx((db) => selectQueued(db, BUSY_QUEUE))) === BUSY_QUEUE)
    await pause(1000, signal)
}

async function checkPart(
  { db, clock, log }: Needs,
  { enterpriseId, from }: { enterpriseId: EnterpriseId; from: Date },
): Promise<{ part: Part; difference: Difference }> {
  return await db.systemTx(async (db) => {
    const now = clock.now()
    const part = await nextPart(db, { enterpriseId, from, now })
    const difference = await findDifference(db, { enterpriseId, part, now })
    if (difference.rows > 0) {
      await updateWrong(db, { enterpriseId, at: now, ...difference })
      log.error({ enterpriseId, ...difference }, 'rollups differ from the events; npm run admin -- rollups rebuild')
    }
    return { part, difference }
  })
}

/** The first difference of a check notifies. */
async function notifyOfDifference(
  server: Needs,
  { enterpriseId, at, rows, example }: Difference & { enterpriseId: EnterpriseId; at: Date },
): Promise<void> {
  const enterpriseName = await server.db.systemTx((db) => selectEnterpriseName(db, enterpriseId))
  const facts = { enterpriseName, rows, example: example ?? '' }
  const once = `FIGURES_WRONG ${enterpriseId} ${at.toISOString()}`
  await notifyStaffOnce(server, { once, news: { kind: 'FIGURES_WRONG', facts } })
}

/**
 * Compares all rollups of an enterprise with its events; undefined while the job that follows migration 0102 has not yet
 * filled the events.
 */
export async function checkRollups(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  enterpriseId: EnterpriseId,
): Promise<Difference | undefined> {
  if (!(await db.systemTx((db) => isFilled(db, enterpriseId)))) return undefined
  const now = clock.now()
  const all: Difference = { rows: 0, example: null }
  let part: Part | undefined
  do {
    const from: Date = part?.to ?? BEGINNING
    part = await db.systemTx(async (db) => {
      const next = await nextPart(db, { enterpriseId, from, now })
      const { rows, example } = await findDifference(db, { enterpriseId, part: next, now })
      all.rows += rows
      all.example ??= example
      return next
    })
  } while (!part.isLast)
  return all
}
