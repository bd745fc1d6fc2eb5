import type { Fault } from '@simwright/contract'
import { eachField, type FieldEntry, type FieldLimit } from '@simwright/contract/field'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { type Entitlement, hasFeature } from './entitlement.ts'
import { limitsOf } from './limits.ts'

/** Checks whether a configuration can be used with the plan: its type, and the length of its lists. */
export function contentFaults(entitlement: Entitlement, fields: object): Fault[] {
  return limitFaults(entitlement, fields, ['among', 'entries'])
}

/** Checks whether a configuration can be saved: also the limits that apply only when it is saved. */
export function savingFaults(entitlement: Entitlement, fields: object): Fault[] {
  return limitFaults(entitlement, fields, ['among', 'entries', 'number', 'feature'])
}

function limitFaults(entitlement: Entitlement, fields: object, kinds: readonly FieldLimit['kind'][]): Fault[] {
  return [...eachField(configurationFields, { ...fields })].flatMap((found) => {
    const { limit } = found.field
    const text = limit && kinds.includes(limit.kind) ? refusalText(entitlement, limit, found) : undefined
    return text === undefined ? [] : [{ path: `fields.${found.path}`, rule: 'plan', text }]
  })
}

/** Why the plan does not allow this value; undefined when it does. */
function refusalText(entitlement: Entitlement, limit: FieldLimit, { value }: FieldEntry): string | undefined {
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

type DownloadFields = Pick<ConfigurationFields, 'maxDownloadAttempts' | 'maxRedownloads' | 'allowDeviceChange'>

/** How often a code can be tried and downloaded again: as configured, at most what the plan allows. */
export function withinPlan(entitlement: Entitlement, fields: DownloadFields) {
  const limits = limitsOf(entitlement)
  const lower = (name: 'maxDownloadAttempts' | 'maxRedownloads') =>
    Math.min(fields[name], limits[configurationFields[name].limit.of] ?? Number.POSITIVE_INFINITY)
  return {
    maxAttempts: lower('maxDownloadAttempts'),
    maxRedownloads: lower('maxRedownloads'),
    allowDeviceChange:
      fields.allowDeviceChange && hasFeature(entitlement, configurationFields.allowDeviceChange.limit.of),
  }
}
