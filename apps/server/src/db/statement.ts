import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import type { Statements } from './statements.gen.ts'
import type { GlobalTables, TenantTables } from './tables.gen.ts'

type Tables = GlobalTables & TenantTables

/** A transaction's handle, or `Db.global`. */
type Handle = { executeQuery<R>(query: CompiledQuery<R>): Promise<QueryResult<R>> }

/** Executes the statement with these values. @returns its rows */
export type Statement<V extends object, R> = (db: Handle, values: V) => Promise<R[]>

/** The row of a statement, as PostgreSQL describes its select list. */
export type RowOf<N extends keyof Statements> = Statements[N]

/** Compiles SQL; never connects. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Takes the place of a value while the SQL is built. */
class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`the SQL of a statement must not depend on the value of ${String(this.name)}`)
  }
}

/** SQL as text, or a query of the builder. */
type Compilable<R> = { compile(provider: QueryExecutorProvider): CompiledQuery<R> }

/** PostgreSQL does not say which computed columns are never null, so the statement does. */
type Marks<Column> = { present: readonly Column[] }

type Build<V> = (values: V, db: Kysely<Tables>) => Compilable<unknown>

type Known = { build: Build<object>; present: readonly string[] }

const statements = new Map<string, Known>()
const nameByText = new Map<string, string>()

/** PostgreSQL truncates longer names. */
const LONGEST_NAME = 63

/**
 * A statement whose SQL is built once per process and prepared once per connection; later calls send only its name
 * and the values. `build` is called once, with placeholders, so it must use each value only as a parameter.
 *
 * The type of its rows is that of `statements.gen.ts`, which `npm run generate` writes from PostgreSQL's description of the SQL.
 * A column of a table has the type and NOT NULL of the table, unless the table is the right side of a left join; any other
 * column may be null unless it is marked as present.
 * @throws TypeError if the name is taken or too long
 */
export function statement<N extends keyof Statements, V extends object>(
  name: N,
  build: (values: V) => RawBuilder<unknown>,
  marks?: Marks<keyof Statements[N] & string>,
): Statement<V, Statements[N]>
/** A query of the builder, which knows the type of its rows. */
export function statement<V extends object, R>(
  name: string,
  build: (values: V, db: Kysely<Tables>) => Compilable<R>,
): Statement<V, R>
export function statement<V extends object>(
  name: string,
  build: Build<V>,
  { present }: Marks<string> = { present: [] },
): Statement<V, unknown> {
  if (statements.has(name)) throw new TypeError(`two statements have the name ${name}`)
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new TypeError(`${name} is longer than a name may be`)
  statements.set(name, { build: build as Build<object>, present })
  let compiled: CompiledQuery<unknown> | undefined
  return async (db, values) => {
    compiled ??= compile(name, build)
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof V] : each,
    )
    return (await db.executeQuery({ ...compiled, parameters })).rows
  }
}

/**
 * One of a family of statements whose SQL is put together from few parts, each with a name of its own. No generated type can
 * describe them, so the type of the rows is the caller's.
 */
export const statementOfFamily = <V extends object, R>(
  name: string,
  build: (values: V) => Compilable<R>,
): Statement<V, R> => statement<V, R>(name, build)

function compile<V extends object>(name: string, build: Build<V>): CompiledQuery<unknown> {
  const compiled = build(placeholders<V>(), builder).compile(builder)
  nameByText.set(compiled.sql, name)
  return compiled
}

const placeholders = <V extends object>() => new Proxy({} as V, { get: (_, key) => new Placeholder(key) })

/** The name of the statement with this SQL. */
export const nameOfStatement = (text: string): string | undefined => nameByText.get(text)

/** A statement of SQL as text, with the columns that are marked as never null. */
export type WrittenStatement = { name: string; sql: string; present: readonly string[] }

/** Those of the modules that are loaded. */
export function writtenStatements(): WrittenStatement[] {
  return [...statements].flatMap(([name, { build, present }]) => {
    const built = build(placeholders(), builder)
    return built instanceof Object && 'isRawBuilder' in built
      ? [{ name, sql: built.compile(builder).sql, present }]
      : []
  })
}
