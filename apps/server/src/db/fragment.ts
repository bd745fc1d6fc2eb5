import {
  CompiledQuery,
  type OperationNode,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely'
import { partsOf, prepareShape } from './statement.ts'

/**
 * SQL and its values. Cheaper than kysely's `sql`, which builds and visits a tree of nodes for each value: the text of a
 * statement made of fragments is built once for each shape. kysely takes a fragment wherever it takes `sql`.
 */
export class Fragment {
  /** The SQL around the values. The array itself identifies it. */
  readonly strings: readonly string[]
  /** Parameters, and fragments within this one. */
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  async execute(db: QueryExecutorProvider): Promise<QueryResult<unknown>> {
    return await this.#sql().execute(db)
  }

  compile(db: QueryExecutorProvider): CompiledQuery<unknown> {
    return this.#sql().compile(db)
  }

  toOperationNode(): OperationNode {
    return this.#sql().toOperationNode()
  }

  #sql() {
    return sql(Object.assign([...this.strings], { raw: this.strings }), ...this.values)
  }
}

export const fragment = (strings: readonly string[], ...values: readonly unknown[]): Fragment =>
  new Fragment(strings, values)

const stringsByShape = new Map<string, readonly string[]>()

/** A fragment whose SQL depends on `shape` alone: `build` returns the strings around the values. There must be few shapes. */
export function shapedFragment(shape: string, build: () => readonly string[], values: readonly unknown[]): Fragment {
  const known = stringsByShape.get(shape)
  if (known) return new Fragment(known, values)
  const strings = build()
  stringsByShape.set(shape, strings)
  return new Fragment(strings, values)
}

/** A fragment of SQL that kysely builds once per process; `build` must use each value only as a parameter. */
export function fragmentOf<V extends object>(build: (values: V) => RawBuilder<unknown>): (values: V) => Fragment {
  let parts: ReturnType<typeof partsOf<V>> | undefined
  return (values) => {
    parts ??= partsOf(build)
    return new Fragment(parts.strings, parts.valuesOf(values))
  }
}

const idByStrings = new WeakMap<readonly string[], number>()
let lastId = 0

function idOf(strings: readonly string[]): number {
  const known = idByStrings.get(strings)
  if (known !== undefined) return known
  lastId += 1
  idByStrings.set(strings, lastId)
  return lastId
}

const statements = new Map<string, CompiledQuery>()

/** The statement that is this fragment, with its values as parameters. */
export function statementOf<R>(whole: Fragment): CompiledQuery<R> {
  const parameters: unknown[] = []
  const shape = collect(whole, parameters)
  let known = statements.get(shape)
  if (!known) {
    known = CompiledQuery.raw(textOf(whole, { parameters: 0 }))
    statements.set(shape, known)
    prepareShape('writes', known.sql)
  }
  return { ...known, parameters } as CompiledQuery<R>
}

/** Appends the values to `parameters`. @returns which strings are nested in which */
function collect({ strings, values }: Fragment, parameters: unknown[]): string {
  let shape = `${idOf(strings)}`
  for (const value of values) {
    if (value instanceof Fragment) shape += `(${collect(value, parameters)})`
    else {
      shape += '.'
      parameters.push(value)
    }
  }
  return shape
}

function textOf({ strings, values }: Fragment, counted: { parameters: number }): string {
  const parts = values.map((value, index) => {
    if (value instanceof Fragment) return textOf(value, counted) + strings[index + 1]
    counted.parameters += 1
    return `$${counted.parameters}${strings[index + 1]}`
  })
  return strings[0] + parts.join('')
}
