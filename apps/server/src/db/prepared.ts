import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

type Tables = GlobalTables & TenantTables

/** A transaction's handle, or `Db.global`. */
type Handle = { executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> }

/** Executes the statement with these values. @returns its rows */
export type Prepared<V extends object, R> = (db: Handle, values: V) => Promise<R[]>

/** Compiles SQL; never connects. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Stands for a value while the SQL is built. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`the SQL of a prepared statement must not depend on the value of ${String(this.name)}`)
  }
}

/** SQL as text, or a query of the builder. */
type Compilable<R> = { compile(provider: QueryExecutorProvider): CompiledQuery<R> }

/** `db` only builds queries. */
type Build<V, R> = (values: V, db: Kysely<Tables>) => Compilable<R>

const nameByText = new Map<string, string>()
const names = new Set<string>()

/** PostgreSQL truncates longer names. */
const LONGEST_NAME = 63

/**
 * A statement whose SQL is built once per process and prepared once per connection; later calls send only its name
 * and the values. `build` is called once, with placeholders, so it must use each value only as a parameter. A statement
 * with several shapes needs a name for each shape.
 * @throws TypeError if the name is taken or too long
 */
export function prepared<V extends object, R>(name: string, build: Build<V, R>): Prepared<V, R> {
  if (names.has(name)) throw new TypeError(`two prepared statements have the name ${name}`)
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new TypeError(`${name} is longer than a name may be`)
  names.add(name)
  let compiled: CompiledQuery<R> | undefined
  return async (db, values) => {
    compiled ??= compile(name, build)
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof V] : each,
    )
    return (await db.executeQuery<R>({ ...compiled, parameters })).rows
  }
}

function compile<V extends object, R>(name: string, build: Build<V, R>): CompiledQuery<R> {
  const placeholders = new Proxy({} as V, { get: (_, key) => new Placeholder(key) })
  const compiled = build(placeholders, builder).compile(builder)
  nameByText.set(compiled.sql, name)
  return compiled
}

/** The name of the prepared statement with this SQL. */
export const nameOfPrepared = (text: string): string | undefined => nameByText.get(text)
