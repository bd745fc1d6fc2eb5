import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { commitWith } from './commit-with.ts'
import type { SystemDb } from './database.ts'
import { Fragment, shapedFragment, statementOf } from './fragment.ts'
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
  const all = counted ? [...writes, counted] : writes
  if (all.length === 0) return 0
  const result = counted ? 'counted' : 'not counted'
  const { rows } = all.every((write) => write instanceof Fragment)
    ? await db.executeQuery<Touched>(statementOf(togetherFragment(all, result)))
    : await db.executeQuery<Touched>(prepared(togetherSql(all, result).compile(db)))
  return rows[0]!.touched
}

/** A guard of a write did not apply, so nothing was written. */
export class GuardFailed extends Error {
  override name = 'GuardFailed'
  /** Its number. */
  readonly guard: number

  constructor(guard: number, options: ErrorOptions) {
    super(`guard ${guard} of a write does not apply`, options)
    this.guard = guard
  }
}

type Guarded = {
  /**
   * Statements that return one row if they apply, and lock what they change. PostgreSQL executes them in this order, each once the
   * one before applies, if its SQL says `afterGuard` of that.
   */
  guards: readonly Fragment[]
  writes: readonly Write[]
}

/** SQL: a guard, which PostgreSQL executes first, applies. */
export const afterGuard = (guard: number): string => `(select count(*) from "guard_${guard}") = 1`

/**
 * Executes guards and writes as one statement and commits the transaction, in one round trip. All of them see the rows as
 * they were before the statement, but a guard that waits for a lock sees its row as it is then.
 * @throws GuardFailed if one does not apply; then nothing was written
 * @throws OutcomeUnknown if the connection breaks before the commit is confirmed
 */
export async function commitGuarded(db: SystemDb, { guards, writes }: Guarded): Promise<void> {
  const parts: (readonly [name: string, part: Write])[] = [
    ...guards.map((guard, index) => [`guard_${index}`, guard] as const),
    ...writes.map((write, index) => [`write_${index}`, write] as const),
  ]
  const cases = guards.map((_, index) => `when not ${afterGuard(index)} then refuse_write(${index})`).join(' ')
  const end = `select case ${cases} else 0 end as touched`
  const query = parts.every(([, part]) => part instanceof Fragment)
    ? statementOf<Touched>(withParts(parts as (readonly [string, Fragment])[], end))
    : prepared(
        sql`with ${sql.join(parts.map(([name, part]) => sql`${sql.ref(name)} as (${part})`))} ${sql.raw(end)}`.compile(
          db,
        ),
      )
  try {
    await commitWith(db, (last) => last.executeQuery(query))
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    throw code === REFUSED ? new GuardFailed(Number(message), { cause: error }) : error
  }
}

/** The code of `refuse_write`. */
const REFUSED = 'SW001'

function withParts(parts: readonly (readonly [string, Fragment])[], end: string): Fragment {
  const names = parts.map(([name]) => name)
  const build = () => [...names.map((name, index) => `${index === 0 ? 'with' : '),'} "${name}" as (`), `) ${end}`]
  return shapedFragment(
    `${names.length} parts ${end}`,
    build,
    parts.map(([, part]) => part),
  )
}

type Result = 'counted' | 'not counted'

/** `counted`: the last write. */
function togetherFragment(writes: readonly Write[], result: Result): Fragment {
  const build = () => {
    const before = writes.map((_, index) => `${index === 0 ? 'with' : '),'} "write_${index}" as (`)
    return [...before, `) ${resultOf(writes, result)}`]
  }
  return shapedFragment(`${writes.length} writes ${result}`, build, writes)
}

function prepared(statement: CompiledQuery<unknown>): CompiledQuery<Touched> {
  prepareShape('writes', statement.sql)
  return statement as CompiledQuery<Touched>
}

function togetherSql(writes: readonly Write[], result: Result): RawBuilder<unknown> {
  const parts = writes.map((write, index) => sql`${sql.ref(`write_${index}`)} as (${write})`)
  return sql`with ${sql.join(parts)} ${sql.raw(resultOf(writes, result))}`
}

const resultOf = ({ length }: readonly Write[], result: Result) =>
  result === 'counted' ? `select count(*) as touched from "write_${length - 1}"` : 'select 0 as touched'
