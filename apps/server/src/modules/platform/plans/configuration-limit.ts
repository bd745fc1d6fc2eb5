import type { Fault } from '@simwright/contract'
import { eachField, type FieldLimit, type FoundField } from '@simwright/contract/field'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { type Entitlement, hasFeature } from './entitlement.ts'
import { limitsOf } from './limits.ts'

/** What keeps a configuration from being used under the plan: its type, or lists longer than the plan allows. */
export function contentFaults(entitlement: Entitlement, fields: object): Fault[] {
  return limitFaults(entitlement, fields, ['among', 'entries'])
}

/** The same with the limits that count only when a configuration is saved. */
export function savingFaults(entitlement: Entitlement, fields: object): Fault[] {
  return limitFaults(entitlement, fields, ['among', 'entries', 'number', 'feature'])
}

function limitFaults(entitlement: Entitlement, fields: object, kinds: readonly FieldLimit['kind'][]): Fault[] {
  return [...eachField(configurationFields, { ...fields })].flatMap((found) => {
    const { limit } = found.field
    const text = limit && kinds.includes(limit.kind) ? refusal(entitlement, limit, found) : undefined
    return text === undefined ? [] : [{ path: `fields.${found.path}`, rule: 'plan', text }]
  })
}

/** Why the plan does not allow this value; undefined when it does. */
function refusal(entitlement: Entitlement, limit: FieldLimit, { value }: FoundField): string | undefined {
  const { plan } = entitlement
  if (limit.kind === 'feature')
    return value === true && !hasFeature(entitlement, limit.of) ? `The plan ${plan} does not allow it.` : undefined
  const limits = limitsOf(entitlement)
  if (limit.kind === 'among')
    return limits[limit.of].some((allowed) => allowed === value)
      ? undefined
      : `The plan ${plan} does not have this type.`
  const max = limits[limit.of]
  if (max === null) return undefined
  if (limit.kind === 'number') return Number(value) > max ? `Up to ${max} in the plan ${plan}.` : undefined
  const entries = max === 1 ? 'entry' : 'entries'
  return Array.isArray(value) && value.length > max ? `Up to ${max} ${entries} in the plan ${plan}.` : undefined
}

type Repeated = Pick<ConfigurationFields, 'maxDownloadAttempts' | 'maxRedownloads' | 'allowDeviceChange'>

/** How often a code may be tried and downloaded again: as its configuration says, as far as the plan goes. */
export function withinPlan(entitlement: Entitlement, fields: Repeated) {
  const limits = limitsOf(entitlement)
  const least = (name: 'maxDownloadAttempts' | 'maxRedownloads') =>
    Math.min(fields[name], limits[configurationFields[name].limit.of] ?? Number.POSITIVE_INFINITY)
  return {
    maxAttempts: least('maxDownloadAttempts'),
    maxRedownloads: least('maxRedownloads'),
    allowDeviceChange:
      fields.allowDeviceChange && hasFeature(entitlement, configurationFields.allowDeviceChange.limit.of),
  }
}
