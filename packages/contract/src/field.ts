import { z } from 'zod'
import type { PlanFeature, PlanLimits } from './platform/plan.ts'

/**
 * Fields of a form as data. A table of fields is the only place that states schema, texts, limits and layout; stored
 * values, the form, the view, the comparison and the audit log are derived from it.
 */

/** The limits of a plan whose value is of this type. */
type LimitOf<Value> = { [L in keyof PlanLimits]: PlanLimits[L] extends Value ? L : never }[keyof PlanLimits]

/**
 * What a plan limits. The entries of a list and the choice of a value also freeze what was saved before; a number and a
 * switch are checked when the configuration is saved, and codes are generated with what the plan allows.
 */
export type FieldLimit =
  | { readonly kind: 'entries' | 'number'; readonly of: LimitOf<number | null> }
  | { readonly kind: 'among'; readonly of: LimitOf<readonly string[]> }
  | { readonly kind: 'feature'; readonly of: PlanFeature }

type About = {
  readonly label: string
  readonly help?: string
  /** `pair`: two neighbors share a row. `half` and `short`: a row of its own, with a narrow input. Else the full width. */
  readonly width?: 'pair' | 'half' | 'short'
  /** The field is shown and sent only while its neighbor in the same table has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
  /** What the field is called in a sentence, for a value without which nothing can be generated. */
  readonly neededForCodes?: string
  readonly limit?: FieldLimit
  /** Write-only: stored sealed, never answered, never in the audit log; required unless it is stored. */
  readonly isSecret?: true
  /** An optional value that is required while `when` holds. */
  readonly isRequired?: true
  /** Shown for an absent value. */
  readonly absent?: string
}

export type TextField = About & {
  readonly kind: 'text'
  readonly schema: z.ZodType<string | undefined, string | undefined>
  readonly maxLength: number
  /** Which keyboard, typeface and view; `key` is hex over several lines. */
  readonly input?: 'numeric' | 'plmn' | 'tel' | 'hex' | 'key'
  /** What a new form starts with. */
  readonly initial?: string
}

export type NumberField = About & {
  readonly kind: 'number'
  readonly schema: z.ZodType<number | undefined, number | undefined>
  readonly min: number
  readonly max: number
  readonly unit?: { readonly one: string; readonly other: string }
}

export type FlagField = About & {
  readonly kind: 'flag'
  readonly schema: z.ZodType<boolean, boolean | undefined>
}

export type Option = {
  readonly label: string
  /** With a help at each option, the options are shown as cards. */
  readonly help?: string
  /** What the view says, where it is more than the label. */
  readonly shown?: string
}

/** One of a few values. With one option alone there is nothing to choose: it is shown as text. */
export type ChoiceField = About & {
  readonly kind: 'choice'
  readonly schema: z.ZodType<string | undefined, string | undefined>
  readonly options: Readonly<Record<string, Option>>
}

/** Networks by MCC and MNC. */
export type PlmnListField = About & {
  readonly kind: 'plmns'
  readonly schema: z.ZodType<string[], string[] | undefined>
}

/** Networks with their access technologies, in order of preference. */
export type NetworkListField = About & {
  readonly kind: 'networks'
  readonly schema: z.ZodType<NetworkEntry[], NetworkEntry[] | undefined>
  /** Long lists can be entered as text, too, one network per line. */
  readonly asText?: true
}
type NetworkEntry = { plmn: string; access: string[] }

/** Fields that belong together: one value with parts. */
export type GroupField = About & {
  readonly kind: 'group'
  readonly schema: z.ZodType<object | undefined, object | undefined>
  readonly fields: FieldTable
  /** The whole group can be absent: a switch decides. */
  readonly isOptional: boolean
  /** The view shows the parts as one value. */
  readonly isJoined?: true
  /** The audit log has this part alone, under this name. */
  readonly fact?: { readonly name: string; readonly part: string }
}

export type Field = TextField | NumberField | FlagField | ChoiceField | PlmnListField | NetworkListField | GroupField

export type FieldTable = { readonly [name: string]: Field }

type Row<F extends Field> = Omit<F, 'kind'>

export const text = <const R extends Row<TextField>>(row: R) => ({ ...row, kind: 'text' }) as const
export const number = <const R extends Row<NumberField>>(row: R) => ({ ...row, kind: 'number' }) as const
export const flag = <const R extends Omit<Row<FlagField>, 'schema'>>(row: R) =>
  ({ ...row, kind: 'flag', schema: z.boolean().default(false) }) as const
export const plmns = <const R extends Row<PlmnListField>>(row: R) => ({ ...row, kind: 'plmns' }) as const
export const networks = <const R extends Row<NetworkListField>>(row: R) => ({ ...row, kind: 'networks' }) as const

/** The options are exactly the values of the schema. */
export const choice = <
  S extends ChoiceField['schema'],
  const R extends Omit<Row<ChoiceField>, 'schema'> & { options: Record<NonNullable<z.output<S>>, Option> },
>(
  schema: S,
  row: R,
) => ({ ...row, kind: 'choice', schema }) as const

type GroupRow = Omit<Row<GroupField>, 'schema' | 'isOptional' | 'fields'>

export const group = <T extends FieldTable, const R extends GroupRow>(row: R, fields: T) =>
  ({ ...row, kind: 'group', isOptional: false, schema: z.object(shapeOf(fields)), fields }) as const

export const optionalGroup = <T extends FieldTable, const R extends GroupRow>(row: R, fields: T) =>
  ({ ...row, kind: 'group', isOptional: true, schema: z.object(shapeOf(fields)).optional(), fields }) as const

export type ShapeOf<T extends FieldTable> = { -readonly [K in keyof T]: T[K]['schema'] }

/** The schemas of a table, for `z.object`. */
export function shapeOf<T extends FieldTable>(table: T): ShapeOf<T> {
  // Object.fromEntries forgets which name has which value
  return Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])) as ShapeOf<T>
}

/** Values of a table, by name, where the table is not known. */
export type Values = { readonly [name: string]: unknown }

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the field is shown and sent, as its neighbors are. */
export function isActive({ when }: Field, neighbors: Values): boolean {
  return when === undefined || when.is.includes(String(neighbors[when.field]))
}

/** The field of a path such as `fiveG.routingIndicator` or `hplmn.0.plmn`: for an entry of a list the list itself. */
export function fieldAt(table: FieldTable, path: string): Field | undefined {
  const [first = '', ...rest] = path.split('.')
  const field = Object.hasOwn(table, first) ? table[first] : undefined
  return field?.kind === 'group' && rest.length > 0 ? fieldAt(field.fields, rest.join('.')) : field
}

/** Each active field that is no group, with its path and its value; parts of an absent group are left out. */
export function* eachField(table: FieldTable, values: Values, within = ''): Generator<FoundField> {
  for (const [name, field] of Object.entries(table)) {
    const value = values[name]
    if (!isActive(field, values)) continue
    if (field.kind !== 'group') yield { path: `${within}${name}`, field, value }
    else if (isValues(value)) yield* eachField(field.fields, value, `${within}${name}.`)
  }
}
export type FoundField = { path: string; field: Exclude<Field, GroupField>; value: unknown }

/** Nothing was entered. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Values as they are stored and answered: without those that are write-only. */
export type WithoutSecrets<T extends FieldTable, V> = {
  [K in keyof V as K extends keyof T ? (T[K] extends { isSecret: true } ? never : K) : never]: K extends keyof T
    ? T[K] extends { fields: infer F extends FieldTable }
      ? WithoutSecrets<F, NonNullable<V[K]>> | Extract<V[K], undefined>
      : V[K]
    : never
}

export function withoutSecrets<T extends FieldTable, V extends object>(table: T, values: V): WithoutSecrets<T, V> {
  const shown = Object.entries(values).flatMap(([name, value]) => {
    const field = table[name]
    if (field === undefined || field.isSecret) return []
    return [[name, field.kind === 'group' && isValues(value) ? withoutSecrets(field.fields, value) : value]]
  })
  // Object.fromEntries forgets which name has which value
  return Object.fromEntries(shown) as WithoutSecrets<T, V>
}

/** The names under which the audit log has the fields of a table. */
export type FactNameOf<T extends FieldTable> = {
  [K in keyof T]: T[K] extends { fact: { name: infer N extends string } } ? N : K
}[keyof T]

export const factNames = <T extends FieldTable>(table: T): FactNameOf<T>[] =>
  Object.entries(table).map(([name, field]) => factName(name, field) as FactNameOf<T>)

const factName = (name: string, field: Field) => (field.kind === 'group' ? field.fact?.name : undefined) ?? name

/** The field of a fact of the audit log, by the path of the fact. */
export function fieldOfFact(table: FieldTable, path: string): Field | undefined {
  const renamed = Object.values(table).find((field) => field.kind === 'group' && field.fact?.name === path)
  return renamed?.kind === 'group' && renamed.fact ? renamed.fields[renamed.fact.part] : fieldAt(table, path)
}

/** What the audit log may have of these values. */
export function factsOf(table: FieldTable, values: object): Values {
  const facts = Object.entries(withoutSecrets(table, values)).map(([name, value]): [string, unknown] => {
    const field = table[name]!
    const part = field.kind === 'group' ? field.fact?.part : undefined
    return [factName(name, field), part !== undefined && isValues(value) ? value[part] : value]
  })
  return Object.fromEntries(facts)
}
