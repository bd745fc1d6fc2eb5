import type { ChoiceField, Field } from '@simwright/contract/field'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { useMemo } from 'react'
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
  const typeField = useMemo(() => withPlanTypes(limits?.configurationTypes, values.type), [limits, values.type])
  return (path, field) => {
    if (path === 'type') return typeField
    if (path === 'issuer') return issuers.length > 1 || values.issuer !== '' ? field : undefined
    if (field.isSecret) return isCodeStored ? { ...field, help: texts.storedCode } : { ...field, isRequired: true }
    if (field.limit?.kind === 'entries') return withEntryCount(field, valueAt(values, path), limits?.[field.limit.of])
    const max = field.limit?.kind === 'number' ? limits?.[field.limit.of] : undefined
    return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planAllows, { max })}` } : field
  }
}

/** The field with the types of the plan. The current type stays, even if the plan does not have it. */
function withPlanTypes(types: readonly string[] | undefined, current: string): Field {
  const field: ChoiceField = configurationFields.type
  if (types === undefined) return field
  const options = Object.entries(field.options).filter(([type]) => type === current || types.includes(type))
  return { ...field, options: Object.fromEntries(options) }
}

const valueAt = (values: object, path: string): unknown => Object.entries(values).find(([name]) => name === path)?.[1]

/** Adds to the help text how many entries there are, and how many the plan allows. */
function withEntryCount(field: Field, entries: unknown, max: unknown): Field {
  const used = Array.isArray(entries) ? entries.length : 0
  return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planEntries, { used, max })}` } : field
}
