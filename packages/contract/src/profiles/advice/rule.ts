import type { z } from 'zod'
import { type FieldTable, isActive, isValues, type Values } from '../../field.ts'
import { configurationFields, type FieldName } from '../configuration-field.ts'
import type { StoredConfiguration } from '../configuration-rule.ts'

type Fields = z.output<typeof StoredConfiguration>

/** `warning`: some devices or networks will refuse the profile. `hint`: it works, but there is a better value. */
export type Severity = 'warning' | 'hint'

/** Where the advice comes from: a clause of a standard, or what is known from the field. */
export type Evidence = { readonly document: string; readonly clause: string } | { readonly experience: string }

/** How many digits of IMSI and ICCID say whose they are. */
export const [IMSI_START, ICCID_START] = [6, 7]

/** The first digits of IMSI and ICCID of profiles of the configuration. */
export type SubscriberStart = { readonly imsi: string; readonly iccid: string }

/** What is known besides the fields. */
export type AdviceContext = { readonly subscribers: readonly SubscriberStart[] }

type Found = {
  /** What is unusual in these values, in one sentence. */
  readonly text: string
  /** The field beside which it is shown, if it is not the first one that the rule reads. */
  readonly path?: string
}

/** One rule of the preflight adviser. */
export type AdviceRule = {
  readonly severity: Severity
  /** What happens, and what to do. */
  readonly reason: string
  readonly evidence: readonly [Evidence, ...Evidence[]]
  /** The fields that it reads; it is checked when each of them is valid. The advice is shown beside the first one. */
  readonly reads: readonly [FieldName, ...FieldName[]]
  readonly find: (valid: Partial<Fields>, context: AdviceContext) => Found | undefined
}

/** A rule whose `find` reads exactly the fields that it names. */
export function rule<const K extends FieldName>(
  row: Pick<AdviceRule, 'severity' | 'reason' | 'evidence'> & { readonly reads: readonly [K, ...K[]] },
  find: (fields: Pick<Fields, K>, context: AdviceContext) => Found | undefined,
): AdviceRule {
  return { ...row, find: (valid, context) => (hasAll(valid, row.reads) ? find(valid, context) : undefined) }
}

const hasAll = <K extends FieldName>(valid: Partial<Fields>, names: readonly K[]): valid is Fields & Pick<Fields, K> =>
  names.every((name) => name in valid)

/**
 * The valid values of a form or of a stored configuration. A field that is not in the table, or that the form hides, has
 * its default, whatever the form still holds.
 */
export function validFields(table: FieldTable, values: object): Partial<Fields> {
  const entered = enteredIn(table, { ...values })
  const valid = Object.entries(configurationFields).flatMap(([name, { schema }]) => {
    const parsed = schema.safeParse(entered[name])
    return parsed.success ? [[name, parsed.data]] : []
  })
  return Object.fromEntries(valid)
}

/** The values of the fields that are shown. An empty input is an absent value. */
function enteredIn(table: FieldTable, values: Values): Values {
  const entered = Object.entries(table).flatMap(([name, field]): [string, unknown][] => {
    const value = values[name]
    if (value === '' || value === undefined || !isActive(field, values)) return []
    return [[name, field.kind === 'group' && isValues(value) ? enteredIn(field.fields, value) : value]]
  })
  return Object.fromEntries(entered)
}

/** The digits of the networks in a list, with or without access technologies. */
export const plmnsOf = (list: readonly (string | { readonly plmn: string })[]): string[] =>
  list.map((entry) => (typeof entry === 'string' ? entry : entry.plmn))

/** `1`, `1 and 2`, `1, 2 and 3`; of more than three only the number of the others. */
export function listed(values: readonly string[]): string {
  const shown = values.length > 3 ? [...values.slice(0, 2), `${values.length - 2} others`] : values
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
