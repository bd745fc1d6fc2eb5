import { ReportParameters } from '@simwright/contract/insight/report'
import {
  type ReportDimension,
  type ReportKind,
  type ReportRange,
  type ReportStep,
  reportDimensions,
  reportKinds,
  reportRanges,
  reportSteps,
  ruleOfKind,
} from '@simwright/contract/insight/report-kind'
import type { AddressOf, pages } from '../../../paths.ts'

type Address = AddressOf<typeof pages.reports>

/** What the controls show; the days may be missing or wrong. */
export type Wanted = {
  kind: ReportKind
  range: ReportRange
  from?: string | undefined
  to?: string | undefined
  orderCode?: string | undefined
  step: ReportStep
  by: ReportDimension
  only: readonly string[]
}

/** The parameters in the address. A word that is not known counts as absent, so that an old link still opens. */
export function wantedOf({ kind: rawKind, range, from, to, order, step, by, only }: Address): Wanted {
  const kind = oneOf(reportKinds, rawKind) ?? 'usage'
  const rule = ruleOfKind(kind)
  return {
    kind,
    range: oneOf(reportRanges, range) ?? 'last30',
    from,
    to,
    orderCode: order,
    step: oneOf(reportSteps, step) ?? 'day',
    by: oneOf(rule.by, oneOf(reportDimensions, by)) ?? rule.by[0]!,
    only: valuesIn(only),
  }
}

function oneOf<const Word extends string>(words: readonly Word[], raw: string | undefined): Word | undefined {
  return words.find((word) => word === raw)
}

/** The values are a JSON array, because brands can have any character. */
function valuesIn(raw: string | undefined): readonly string[] {
  try {
    const values: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
  } catch {
    return []
  }
}

/** The names of the address that a change of the controls sets. */
export function addressOf(wanted: Wanted): Address {
  const { kind, range, from, to, orderCode, step, by, only } = wanted
  const rule = ruleOfKind(kind)
  const isDays = rule.ranged && range === 'days'
  return {
    kind: kind === 'usage' ? undefined : kind,
    range: rule.ranged && range !== 'last30' ? range : undefined,
    from: isDays ? from : undefined,
    to: isDays ? to : undefined,
    order: rule.ranged && range === 'billing' ? orderCode : undefined,
    step: rule.stepped && step !== 'day' ? step : undefined,
    by: by === rule.by[0] ? undefined : by,
    only: only.length > 0 ? JSON.stringify(only) : undefined,
  }
}

/** The address of a saved report. */
export const addressOfSaved = (id: string, { by, ...parameters }: ReportParameters): Address => ({
  saved: id,
  ...addressOf({ ...parameters, by: by ?? ruleOfKind(parameters.kind).by[0]! }),
})

export type Checked =
  | { parameters: ReportParameters; faults?: undefined }
  | { parameters?: undefined; faults: Readonly<Record<string, string>> }

/** The parameters as the server takes them, or what is wrong by field: the same rules as the server's. */
export function checked(wanted: Wanted): Checked {
  const parsed = ReportParameters.safeParse(wanted)
  if (parsed.success) return { parameters: parsed.data }
  return { faults: Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])) }
}
