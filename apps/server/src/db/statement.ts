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

/** Takes the place of a value of a statement with several shapes: 1 where a number is computed from it. */
class AnyValue {
  [Symbol.toPrimitive](): number {
    return 1
  }
}

/** SQL as text, or a query of the builder. */
type Compilable<R> = { compile(provider: QueryExecutorProvider): CompiledQuery<R> }

type Marks<Column> = {
  /** Computed columns that are never null: PostgreSQL does not say which. */
  present?: readonly Column[]
}

type Planning = {
  /**
   * `per call`: PostgreSQL plans the statement with the values of each call instead of preparing it. For counts and ranges
   * over many rows, where one plan does not fit all values.
   */
  planned?: 'per call'
}

type Build<V> = (values: V, db: Kysely<Tables>) => Compilable<unknown>

/** SQL as text, by the name of its statement. All shapes have the same columns. */
type Known = { shapes: readonly (() => Compilable<unknown>)[]; present: readonly string[] }

const statements = new Map<string, Known>()
const nameByText = new Map<string, string>()

/** PostgreSQL truncates longer names. */
const LONGEST_NAME = 63

function register(name: string, known: Known): void {
  if (statements.has(name)) throw new TypeError(`two statements have the name ${name}`)
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new TypeError(`${name} is longer than a name may be`)
  statements.set(name, known)
}

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
  options?: Marks<keyof Statements[N] & string> & Planning,
): Statement<V, Statements[N]>
/** A query of the builder, which knows the type of its rows. */
export function statement<V extends object, R>(
  name: string,
  build: (values: V, db: Kysely<Tables>) => Compilable<R>,
): Statement<V, R>
export function statement<V extends object>(
  name: string,
  build: Build<V>,
  { present = [], planned }: Marks<string> & Planning = {},
): Statement<V, unknown> {
  register(name, { shapes: [() => build(placeholders<V>(), builder)], present })
  let compiled: CompiledQuery<unknown> | undefined
  return async (db, values) => {
    if (!compiled) {
      compiled = build(placeholders<V>(), builder).compile(builder)
      if (planned !== 'per call') nameByText.set(compiled.sql, name)
    }
    const parameters = compiled.parameters.map((each) =>
      each instanceof Placeholder ? values[each.name as keyof V] : each,
    )
    return (await db.executeQuery({ ...compiled, parameters })).rows
  }
}

type Shaping<V> = {
  /** The values that the SQL depends on; one set for each shape that PostgreSQL describes. */
  shapes?: readonly Partial<V>[]
  /** Whether the shape with these values is prepared instead of planned for each call. There must be few of them. */
  prepared?: (values: V) => boolean
}

/**
 * A statement whose SQL depends on its values, such as the filter of a list: built for each call and, unless it is `prepared`,
 * planned with the values of the call. Its rows are typed as those of `statement`.
 *
 * PostgreSQL describes the SQL of each of `shapes`, the values that the SQL depends on; every property of the others is
 * undefined. All shapes must have the same columns.
 * @throws TypeError if the name is taken or too long
 */
export function shapedStatement<N extends keyof Statements, V extends object>(
  name: N,
  build: (values: V) => RawBuilder<unknown>,
  { present = [], shapes = [{}], prepared = () => false }: Marks<keyof Statements[N] & string> & Shaping<V> = {},
): Statement<V, Statements[N]> {
  register(name, { shapes: shapes.map((shape) => () => build(sample<V>(shape))), present })
  return async (db, values) => {
    const compiled = build(values).compile(builder) as CompiledQuery<Statements[N]>
    if (prepared(values)) prepareShape(name, compiled.sql)
    return (await db.executeQuery(compiled)).rows
  }
}

/** From now on the text is prepared, once per connection. Each connection retains it, so a family must have few texts. */
export function prepareShape(family: string, text: string): void {
  if (!nameByText.has(text)) nameByText.set(text, `${family} ${nameByText.size}`)
}

/**
 * One of a family of statements whose SQL is put together from few parts, each with a name of its own. No generated type can
 * describe them, so the type of the rows is the caller's.
 */
export const statementOfFamily = <V extends object, R>(
  name: string,
  build: (values: V) => RawBuilder<unknown>,
): Statement<V, R> => statement<V, R>(name, (values) => build(values).$castTo<R>())

/** The SQL of a statement around its values, and which these are. */
export function partsOf<V extends object>(
  build: (values: V) => RawBuilder<unknown>,
): { strings: readonly string[]; valuesOf: (values: V) => unknown[] } {
  const { sql, parameters } = build(placeholders<V>()).compile(builder)
  const valuesOf = (values: V) =>
    parameters.map((each) => (each instanceof Placeholder ? values[each.name as keyof V] : each))
  return { strings: sql.split(/\$\d+/), valuesOf }
}

const placeholders = <V extends object>() => new Proxy({} as V, { get: (_, key) => new Placeholder(key) })

const sample = <V extends object>(shape: Partial<V>) =>
  new Proxy(shape as V, { get: (values, key) => (key in values ? values[key as keyof V] : new AnyValue()) })

/** The name of the statement with this SQL. */
export const nameOfStatement = (text: string): string | undefined => nameByText.get(text)

/** A shape of a statement of SQL as text, with the columns that are marked as never null. */
export type WrittenStatement = { name: string; sql: string; present: readonly string[] }

/** Those of the modules that are loaded. */
export function writtenStatements(): WrittenStatement[] {
  return [...statements].flatMap(([name, { shapes, present }]) =>
    shapes.flatMap((build) => {
      const built = build()
      return built instanceof Object && 'isRawBuilder' in built
        ? [{ name, sql: built.compile(builder).sql, present }]
        : []
    }),
  )
}
