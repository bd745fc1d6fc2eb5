import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { shapedStatement } from '../db/statement.ts'
import type { JobsServer as Server } from '../port/module.ts'
import type { BackgroundLoop, Loop, LoopWork } from '../work/loop.ts'

const EACH_MS = 1_000

/** If the statement takes longer, as while a table is locked, all loops look for themselves what they have to do. */
const LATE_MS = 2_000
const APART_MS = 200

type Needs = Pick<Server, 'db' | 'clock'>

/** A loop that is woken when its condition is true. */
export type Watched = Required<Pick<BackgroundLoop, 'name' | 'due'>> & Pick<Loop, 'wake'>

const dueStatement = shapedStatement(
  'select loops with work',
  ({ names }: { names: readonly RawBuilder<unknown>[] }) =>
    sql`select array_remove(array[${sql.join(names)}], null) as due`,
  { present: ['due'], shapes: [{ names: [sql`null::text`] }], prepared: () => true },
)

/** Asks with one statement which loops have something to do. @returns their names */
export async function readDue({ db, clock }: Needs, watched: readonly Omit<Watched, 'wake'>[]): Promise<Set<string>> {
  const at = clock.now()
  const names = watched.map(({ name, due }) => sql`case when ${due(at)} then ${name}::text end`)
  const [row] = await db.systemSelect(dueStatement, { names })
  return new Set(row!.due)
}

/**
 * Wakes the loops that have something to do. If the statement fails or hangs, it wakes all, one after the other, so that one
 * faulty or locked table holds up only what needs it, and a slow database gets no burst.
 */
export function dueLoop(server: Needs, watched: readonly Watched[]): LoopWork {
  let reading: Promise<void> | undefined
  const wakeDue = async () => {
    const due = await readDue(server, watched)
    for (const { name, wake } of watched) if (due.has(name)) wake()
  }
  const wakeEach = async (signal: AbortSignal, isOver: () => boolean) => {
    for (const { wake } of watched) {
      if (signal.aborted || isOver()) return
      wake()
      await sleep(APART_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const run = async (signal: AbortSignal) => {
    reading ??= wakeDue().finally(() => {
      reading = undefined
    })
    const current = reading
    try {
      const late = sleep(LATE_MS, true, { signal, ref: false }).catch(() => false)
      if (await Promise.race([current.then(() => false), late])) await wakeEach(signal, () => reading !== current)
    } catch (error) {
      await wakeEach(signal, () => false)
      throw error
    }
  }
  return { name: 'due work', everyMs: EACH_MS, longestBackOffMs: 5_000, run }
}
