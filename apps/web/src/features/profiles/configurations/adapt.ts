import type { ChoiceField, Field } from '@simwright/contract/field'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { useAsk } from '../../../api/query.ts'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import type { ConfigurationValues } from './form-values.ts'
import { truncatedName } from './truncated-name.ts'

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
    if (path === 'serviceProviderName') return withTruncationHelp(field, values.serviceProviderName)
    if (field.isSecret) return isCodeStored ? { ...field, help: texts.storedCode } : { ...field, isRequired: true }
    const max = field.limit?.kind === 'number' ? limits?.[field.limit.of] : undefined
    return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planAllows, { max })}` } : field
  }
}

/** The field with the types of the plan. The current type stays, even if the plan does not have it. */
function withPlanTypes(field: ChoiceField, types: readonly string[], current: string): Field {
  const options = Object.entries(field.options).filter(([type]) => type === current || types.includes(type))
  return { ...field, options: Object.fromEntries(options) }
}

/** Replaces the help text by the truncated name if the card cannot hold the whole name. */
function withTruncationHelp(field: Field, name: string): Field {
  const shown = truncatedName(name)
  return shown === undefined ? field : { ...field, help: say(texts.cutName, { shown }) }
}
