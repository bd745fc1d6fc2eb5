import { z } from 'zod'
import type { PlanFeature, PlanLimits } from './platform/plan.ts'

/**
 * Form fields as data. A field table is the only definition of schema, texts, limits and layout; stored values, form,
 * view, comparison and audit log are derived from it. The schemas of groups and entries refuse unknown keys.
 */

/** The names of the plan limits whose values have this type. */
type LimitOf<Value> = { [L in keyof PlanLimits]: PlanLimits[L] extends Value ? L : never }[keyof PlanLimits]

/**
 * The limit that the plan sets for a field: `entries` for the length of a list, `number` for a number, `among` for the
 * values of a choice, `feature` for a flag that needs a feature. A configuration that exceeds `entries` or `among` cannot
 * be used, even if it was saved under another plan. `number` and `feature` are checked only when it is saved; codes get
 * the saved value, lowered to what the plan allows at that time.
 */
export type FieldLimit =
  | { readonly kind: 'entries' | 'number'; readonly of: LimitOf<number | null> }
  | { readonly kind: 'among'; readonly of: LimitOf<readonly string[]> }
  | { readonly kind: 'feature'; readonly of: PlanFeature }

type FieldCommon = {
  readonly label: string
  readonly help?: string
  /** `pair`: two neighbors share a row. `half` and `short`: a separate row with a narrow input. Default: full width. */
  readonly width?: 'pair' | 'half' | 'short'
  /** The field is shown and sent only while its neighbor in the same table has one of these values. */
  readonly when?: { readonly field: string; readonly is: readonly string[] }
  /** Set when no code can be generated without a value: the name of the field in the error message. */
  readonly neededForCodes?: string
  readonly limit?: FieldLimit
  /** Write-only: stored sealed, never returned, never in the audit log; required unless already stored. */
  readonly isSecret?: true
  /** Required while the field is shown (see `when`), although the schema accepts an absent value. */
  readonly isRequired?: true
  /** The text shown for an absent value. */
  readonly absent?: string
}

export type TextField = FieldCommon & {
  readonly kind: 'text'
  readonly schema: z.ZodType<string | undefined, string | undefined>
  readonly maxLength: number
  /** How the value is typed and shown; `key` is hex on several lines, `image` a PNG or JPEG in Base64. */
  readonly input?: 'numeric' | 'plmn' | 'tel' | 'hex' | 'key' | 'applet' | 'image'
  /** The initial value in a new form. */
  readonly initial?: string
}

export type NumberField = FieldCommon & {
  readonly kind: 'number'
  readonly schema: z.ZodType<number | undefined, number | undefined>
  readonly min: number
  readonly max: number
  readonly unit?: { readonly one: string; readonly other: string }
}

export type FlagField = FieldCommon & {
  readonly kind: 'flag'
  readonly schema: z.ZodType<boolean, boolean | undefined>
}

export type Option = {
  readonly label: string
  /** If every option has a help text, options are shown as cards. */
  readonly help?: string
  /** The text in the view, if different from the label. */
  readonly shown?: string
}

/** One of a few values. A single option is shown as text. */
export type ChoiceField = FieldCommon & {
  readonly kind: 'choice'
  readonly schema: z.ZodType<string | undefined, string | undefined>
  readonly options: Readonly<Record<string, Option>>
}

/** Networks by PLMN (MCC and MNC). */
export type PlmnListField = FieldCommon & {
  readonly kind: 'plmns'
  readonly schema: z.ZodType<string[], string[] | undefined>
  /** Can also be entered as text, one network per line. */
  readonly asText?: true
}

/** Several short texts, such as addresses or numbers, in order. */
export type WordListField = FieldCommon & {
  readonly kind: 'words'
  readonly schema: z.ZodType<string[], string[] | undefined>
  /** The form suggests these. */
  readonly suggested?: readonly string[]
}

/** Networks with their access technologies, in order of preference. */
export type NetworkListField = FieldCommon & {
  readonly kind: 'networks'
  readonly schema: z.ZodType<NetworkEntry[], NetworkEntry[] | undefined>
  /** Can also be entered as text, one network per line. */
  readonly asText?: true
}
type NetworkEntry = { plmn: string; access: string[] }

/** A group of fields with one object as value. */
export type GroupField = FieldCommon & {
  readonly kind: 'group'
  readonly schema: z.ZodType<object | undefined, object | undefined>
  readonly fields: FieldTable
  /** The whole group can be absent: the form has a switch. */
  readonly isOptional: boolean
  /** The view shows the fields as one value. */
  readonly isJoined?: true
  /** What the audit log contains of the group: only the value of its field `field`, under the name `name`. */
  readonly fact?: { readonly name: string; readonly field: string }
}

/** Several entries, each with values for the fields of a table. */
export type EntryListField = FieldCommon & {
  readonly kind: 'entries'
  readonly schema: z.ZodType<object[], (object | string)[] | undefined>
  readonly fields: FieldTable
  readonly min: 0 | 1
  readonly max: number
  /** What one entry is, such as "Rule". */
  readonly entry: string
}

export type Field =
  | TextField
  | NumberField
  | FlagField
  | ChoiceField
  | PlmnListField
  | WordListField
  | NetworkListField
  | EntryListField
  | GroupField

export type FieldTable = { readonly [name: string]: Field }

type Row<F extends Field> = Omit<F, 'kind'>

export const text = <const R extends Row<TextField>>(row: R) => ({ ...row, kind: 'text' }) as const
export const number = <const R extends Row<NumberField>>(row: R) => ({ ...row, kind: 'number' }) as const
export const flag = <const R extends Omit<Row<FlagField>, 'schema'>>(row: R) =>
  ({ ...row, kind: 'flag', schema: z.boolean().default(false) }) as const
export const plmns = <const R extends Row<PlmnListField>>(row: R) => ({ ...row, kind: 'plmns' }) as const
export const words = <const R extends Row<WordListField>>(row: R) => ({ ...row, kind: 'words' }) as const
export const networks = <const R extends Row<NetworkListField>>(row: R) => ({ ...row, kind: 'networks' }) as const

/** A choice whose options are exactly the values of the schema. */
export const choice = <
  S extends ChoiceField['schema'],
  const R extends Omit<Row<ChoiceField>, 'schema'> & { options: Record<NonNullable<z.output<S>>, Option> },
>(
  schema: S,
  row: R,
) => ({ ...row, kind: 'choice', schema }) as const

type GroupRow = Omit<Row<GroupField>, 'schema' | 'isOptional' | 'fields'>

export const group = <T extends FieldTable, const R extends GroupRow>(row: R, fields: T) =>
  ({ ...row, kind: 'group', isOptional: false, schema: z.strictObject(shapeOf(fields)), fields }) as const

export const optionalGroup = <T extends FieldTable, const R extends GroupRow>(row: R, fields: T) =>
  ({ ...row, kind: 'group', isOptional: true, schema: z.strictObject(shapeOf(fields)).optional(), fields }) as const

export const entries = <T extends FieldTable, const R extends Omit<Row<EntryListField>, 'schema' | 'fields'>>(
  row: R,
  fields: T,
) =>
  ({
    ...row,
    kind: 'entries',
    schema: z
      .array(z.strictObject(shapeOf(fields)))
      .min(row.min, 'Required')
      .max(row.max, `Up to ${row.max} entries.`)
      .default([]),
    fields,
  }) as const

export type ShapeOf<T extends FieldTable> = { -readonly [K in keyof T]: T[K]['schema'] }

/** The schemas of a table, for `z.object`. */
export function shapeOf<T extends FieldTable>(table: T): ShapeOf<T> {
  // Object.fromEntries forgets which name has which value
  return Object.fromEntries(Object.entries(table).map(([name, { schema }]) => [name, schema])) as ShapeOf<T>
}

/** Values by field name, when the field table is not known to the compiler. */
export type Values = { readonly [name: string]: unknown }

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the field is shown and sent, given the values of its neighbors. */
export function isActive({ when }: Field, neighbors: Values): boolean {
  return when === undefined || when.is.includes(String(neighbors[when.field]))
}

/** The field at a path such as `fiveG.routingIndicator` or `hplmn.0.plmn`. For a list entry: the list field. */
export function fieldAt(table: FieldTable, path: string): Field | undefined {
  const [first = '', ...rest] = path.split('.')
  const field = Object.hasOwn(table, first) ? table[first] : undefined
  return field?.kind === 'group' && rest.length > 0 ? fieldAt(field.fields, rest.join('.')) : field
}

/** Each active field that is not a group, with path and value. Skips fields of absent groups. */
export function* eachField(table: FieldTable, values: Values, within = ''): Generator<FieldEntry> {
  for (const [name, field] of Object.entries(table)) {
    const value = values[name]
    if (!isActive(field, values)) continue
    if (field.kind !== 'group') yield { path: `${within}${name}`, field, value }
    else if (isValues(value)) yield* eachField(field.fields, value, `${within}${name}.`)
  }
}
export type FieldEntry = { path: string; field: Exclude<Field, GroupField>; value: unknown }

/** Whether nothing was entered. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Values as stored and returned: without write-only ones. */
export type WithoutSecrets<T extends FieldTable, V> = {
  [K in keyof V as K extends keyof T ? (T[K] extends { isSecret: true } ? never : K) : never]: K extends keyof T
    ? T[K] extends { kind: 'group'; fields: infer F extends FieldTable }
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

/** The names of a table's fields in the audit log. */
export type FactNameOf<T extends FieldTable> = {
  [K in keyof T]: T[K] extends { fact: { name: infer N extends string } } ? N : K
}[keyof T]

export const factNames = <T extends FieldTable>(table: T): FactNameOf<T>[] =>
  Object.entries(table).map(([name, field]) => factName(name, field) as FactNameOf<T>)

const factName = (name: string, field: Field) => (field.kind === 'group' ? field.fact?.name : undefined) ?? name

/** The field for a fact of the audit log, by the path of the fact. */
export function fieldOfFact(table: FieldTable, path: string): Field | undefined {
  const renamed = Object.values(table).find((field) => field.kind === 'group' && field.fact?.name === path)
  return renamed?.kind === 'group' && renamed.fact ? renamed.fields[renamed.fact.field] : fieldAt(table, path)
}

/** The facts for the audit log: without secrets. */
export function factsOf(table: FieldTable, values: object): Values {
  const facts = Object.entries(withoutSecrets(table, values)).map(([name, value]): [string, unknown] => {
    const field = table[name]!
    const inner = field.kind === 'group' ? field.fact?.field : undefined
    return [factName(name, field), inner !== undefined && isValues(value) ? value[inner] : value]
  })
  return Object.fromEntries(facts)
}
