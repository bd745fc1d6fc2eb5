import type { Field } from '@simwright/contract/field'
import { enterpriseInfo } from '@simwright/contract/people/session'
import * as plan from '@simwright/contract/platform/plan'
import { useAsk } from '../../../api/query.ts'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { say } from '../../../texts/text.ts'
import { cutName } from './cut-name.ts'
import type { ConfigurationValues } from './form-values.ts'

/** A field as it is shown here and now; undefined when it is not shown. */
export type Adapt = (path: string, field: Field) => Field | undefined

/** What the form knows and the table does not: the plan, the issuers of the SM-DP+, the stored code. */
export function useAdapt(values: ConfigurationValues, isCodeStored: boolean): Adapt {
  const limits = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.limits
  const issuers = useAsk(enterpriseInfo, {}).data?.issuers ?? []
  return (path, field) => {
    if (path === 'issuer') return issuers.length > 1 || values.issuer !== '' ? field : undefined
    if (path === 'serviceProviderName') return withCutName(field, values.serviceProviderName)
    if (field.isSecret) return isCodeStored ? { ...field, help: texts.storedCode } : { ...field, isRequired: true }
    const max = field.limit?.kind === 'number' ? limits?.[field.limit.of] : undefined
    return typeof max === 'number' ? { ...field, help: `${field.help} ${say(texts.planAllows, { max })}` } : field
  }
}

/** A name that the card shortens is announced in place of the help. */
function withCutName(field: Field, name: string): Field {
  const shown = cutName(name)
  return shown === undefined ? field : { ...field, help: say(texts.cutName, { shown }) }
}
