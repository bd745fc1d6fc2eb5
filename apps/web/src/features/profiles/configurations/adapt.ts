import type { ChoiceField, Field } from '@simwright/contract/field'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { useAsk } from '../../../api/query.ts'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import type { ConfigurationValues } from './form-values.ts'

/** Returns a field as the form shows it; undefined if it is hidden. */
export type Adapt = (path: string, field: Field) => Field | undefined

/** Adapts fields to the limits of the plan, the certificate issuers of the SM-DP+, and a stored confirmation code. */
export function useAdapt(values: ConfigurationValues, isCodeStored: boolean): Adapt {
  const limits = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits
  const issuers = useAsk(enterpriseInfo, {}).data?.issuers ?? []
  return (path, field) => {
    if (path === 'type')
      return field.kind === 'choice' && limits ? withPlanTypes(field, limits.configurationTypes, values.type) : field
    if (path === 'issuer') return issuers.length > 1 || values.issuer !== '' ? field : undefined
    if (field.isSecret) return isCodeStored ? { ...field, help: texts.storedCode } : { ...field, isRequired: true }
    if (field.limit?.kind === 'entries') return withEntryCount(field, valueAt(values, path), limits?.[field.limit.of])
    const max = field.limit?.kind === 'number' ? limits?.[field.limit.of] : undefined
    return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planAllows, { max })}` } : field
  }
}

/** The field with the types of the plan. The current type stays, even if the plan does not have it. */
function withPlanTypes(field: ChoiceField, types: readonly string[], current: string): Field {
  const options = Object.entries(field.options).filter(([type]) => type === current || types.includes(type))
  return { ...field, options: Object.fromEntries(options) }
}

const valueAt = (values: object, path: string): unknown => Object.entries(values).find(([name]) => name === path)?.[1]

/** Adds to the help text how many entries there are, and how many the plan allows. */
function withEntryCount(field: Field, entries: unknown, max: unknown): Field {
  const used = Array.isArray(entries) ? entries.length : 0
  return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planEntries, { used, max })}` } : field
}
