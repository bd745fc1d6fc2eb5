import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
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
