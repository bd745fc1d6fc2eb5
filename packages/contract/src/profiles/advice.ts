import { appletRules } from './advice/applet.ts'
import { cardRules } from './advice/card.ts'
import { fiveGRules } from './advice/five-g.ts'
import { networkRules } from './advice/network.ts'
import { operatorRules } from './advice/operator.ts'
import {
  type AdviceContext,
  type AdviceRule,
  type Evidence,
  ICCID_START,
  IMSI_START,
  type Severity,
  validFields,
} from './advice/rule.ts'
import { subscriberRules } from './advice/subscriber.ts'
import type { ConfigurationType } from './configuration-type.ts'
import { fieldsOf } from './type-field.ts'

export type { Evidence, Severity, SubscriberStart } from './advice/rule.ts'

const rules = { ...networkRules, ...subscriberRules, ...operatorRules, ...fiveGRules, ...cardRules, ...appletRules }

export type AdviceId = keyof typeof rules
export const adviceIds = Object.keys(rules) as AdviceId[]

/** The rules about subscribers, whatever else is in the configuration. */
const subscriberIds: ReadonlySet<string> = new Set(Object.keys(subscriberRules))

/** The rules of the preflight adviser. Their ids are stored for configurations that silence them. */
export const adviceRules: Readonly<Record<AdviceId, AdviceRule>> = rules

/** One piece of advice about a configuration. */
export type Advice = {
  readonly id: AdviceId
  readonly severity: Severity
  readonly text: string
  readonly reason: string
  readonly evidence: readonly Evidence[]
  /** The field beside which it is shown. */
  readonly path: string
}

/**
 * The advice about a configuration, as entered or as stored: warnings first, then in the order of the rules. Rules that
 * read an invalid field say nothing.
 */
export function adviceFor(values: { readonly type: ConfigurationType }, context: AdviceContext): Advice[] {
  const table = fieldsOf(values.type)
  const valid = validFields(table, values)
  const found = adviceIds.flatMap((id): Advice[] => {
    const { find, reads, severity, reason, evidence } = adviceRules[id]
    const one = find(valid, context)
    if (!one) return []
    const path = one.path ?? reads[0]
    const isShown = Object.hasOwn(table, path.split('.')[0]!)
    return isShown ? [{ id, severity, reason, evidence, text: one.text, path }] : []
  })
  return [...found.filter(isWarning), ...found.filter((one) => !isWarning(one))]
}

/** The advice about one subscriber for whom a profile of this configuration is to be generated. */
export function adviceForSubscriber(
  values: { readonly type: ConfigurationType },
  { imsi, iccid }: { readonly imsi: string; readonly iccid: string },
): Advice[] {
  const start = { imsi: imsi.slice(0, IMSI_START), iccid: iccid.slice(0, ICCID_START) }
  return adviceFor(values, { subscribers: [start] }).filter(({ id }) => subscriberIds.has(id))
}

const isWarning = ({ severity }: Advice) => severity === 'warning'
