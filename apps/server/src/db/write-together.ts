import type { CompiledQuery, RawBuilder } from 'kysely'
import { commitWith } from './commit-with.ts'
import type { SystemDb } from './database.ts'
import { Fragment, fragment, shapedFragment, statementOf } from './fragment.ts'
import { prepareShape } from './statement.ts'

/** An insert, update or delete to be executed together with others. */
export type Write = RawBuilder<unknown> | Fragment

type Touched = { touched: number }

/**
 * Executes the writes as one statement, in one round trip. All of them see the rows as they were before the
 * statement, so no two may touch the same row.
 * @param counted one more write, with a `returning` clause
 * @returns the number of rows that `counted` touched
 */
export async function writeTogether(db: SystemDb, writes: readonly Write[], counted?: Write): Promise<number> {
  const parts = [...named(writes), ...(counted ? [['counted', counted] as const] : [])]
  if (parts.length === 0) return 0
  const { rows } = await db.executeQuery(
    together(db, parts, counted ? 'count(*) as touched from "counted"' : '0 as touched'),
  )
  return rows[0]!.touched
}

/** A guard of a write did not apply, so nothing was written. */
export class GuardFailed extends Error {
  override name = 'GuardFailed'
  readonly guard: string

  constructor(guard: string, options: ErrorOptions) {
    super(`the guard ${guard} of a write does not apply`, options)
    this.guard = guard
  }
}

/**
 * A statement that returns one row if it applies, and locks what it changes. Later guards and the writes can read what it
 * returns, from `guard_` and its name.
 */
export type Guard = {
  name: string
  /** `after`: the guard before this one applies. With this condition, a guard waits for its locks only after it. */
  sql: (after: Fragment) => Fragment
}

type Guarded = { guards: readonly Guard[]; writes: readonly Write[] }

const applies = (name: string) => `(select count(*) from "guard_${name}") = 1`

const FIRST = fragment`true`

/**
 * Executes guards and writes as one statement and commits the transaction, in one round trip. PostgreSQL executes the guards
 * in their order. All see the rows as they were before the statement, but a guard that waits for a lock sees its row as it is
 * then.
 * @throws GuardFailed if one does not apply; then nothing was written
 * @throws OutcomeUnknown if the connection breaks before the commit is confirmed
 */
export async function commitGuarded(db: SystemDb, { guards, writes }: Guarded): Promise<void> {
  const parts = guards.map(({ name, sql }, index) => {
    const before = guards[index - 1]
    return [
      `guard_${name}`,
      sql(before ? shapedFragment(`after ${before.name}`, () => [applies(before.name)], []) : FIRST),
    ] as const
  })
  const cases = guards.map(({ name }, index) => `when not ${applies(name)} then refuse_write(${index})`).join(' ')
  const query = together(db, [...parts, ...named(writes)], `case ${cases} else 0 end as touched`)
  try {
    await commitWith(db, (last) => last.executeQuery(query))
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    throw code === REFUSED ? new GuardFailed(guards[Number(message)]!.name, { cause: error }) : error
  }
}

/** The code of `refuse_write`, whose message is the number of the guard. */
const REFUSED = 'SW001'

type Part = readonly [name: string, part: Write]

const named = (writes: readonly Write[]): Part[] => writes.map((write, index) => [`write_${index}`, write])

/** One statement of parts that are executed together. `result` is the select list of its only row, and what follows. */
function together(db: SystemDb, parts: readonly Part[], result: string): CompiledQuery<Touched> {
  const before = parts.map(([name], index) => `${index === 0 ? 'with' : '),'} "${name}" as (`)
  const build = () => [...before, `) select ${result}`]
  const writes = parts.map(([, part]) => part)
  const whole = shapedFragment(`${before.join()} ${result}`, build, writes)
  if (writes.every((write) => write instanceof Fragment)) return statementOf(whole)
  const query = whole.compile(db) as CompiledQuery<Touched>
  prepareShape('writes', query.sql)
  return query
}
