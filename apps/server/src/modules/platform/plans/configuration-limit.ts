import type { Fault } from '@simwright/contract'
import type { FieldLimit } from '@simwright/contract/field'
import { planFeatureNames } from '@simwright/contract/platform/plan'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { configurationFields } from '@simwright/contract/profiles/configuration-field'
import { type FieldBeyond, fieldsBeyond, isWithin } from '@simwright/contract/profiles/plan-limit'
import type { TenantDb } from '../../../db/database.ts'
import { type Entitlement, hasFeature, planProblem } from './entitlement.ts'
import { type Exceeded, explainExceeded } from './exceeded.ts'
import { limitsOf } from './limits.ts'

/**
 * Why a configuration cannot be used with the plan: its type, or the length of a list; undefined if it can. Numbers and
 * features are lowered to the plan when codes are generated.
 */
export function exceededContent(entitlement: Entitlement, fields: object): Exceeded | undefined {
  const found = fieldsBeyond(limitsOf(entitlement), fields).find(
    ({ limit }) => limit.kind === 'among' || limit.kind === 'entries',
  )
  return found && exceededBy(entitlement, found)
}

/** Checks whether a configuration can be saved with the plan. */
export async function savingFaults(db: TenantDb, entitlement: Entitlement, fields: object): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const found of fieldsBeyond(limitsOf(entitlement), fields)) {
    const text = await explainExceeded(db, exceededBy(entitlement, found))
    faults.push({ path: `fields.${found.path}`, rule: 'plan', text })
  }
  return faults
}

function exceededBy(entitlement: Entitlement, { limit, value }: FieldBeyond): Exceeded {
  return {
    ...exceededText(entitlement, limit),
    allows: (limits) => isWithin(limits, limit, value),
  }
}

function exceededText(entitlement: Entitlement, limit: FieldLimit): Pick<Exceeded, 'text' | 'instead'> {
  const { plan } = entitlement
  if (limit.kind === 'feature')
    return {
      text: `The plan ${plan} does not include this feature: ${planFeatureNames[limit.of]}.`,
      instead: 'Turn it off',
    }
  if (limit.kind === 'among')
    return { text: `The plan ${plan} does not have this type.`, instead: 'Choose another type' }
  const max = limitsOf(entitlement)[limit.of]
  if (limit.kind === 'number') return { text: `Up to ${max} in the plan ${plan}.`, instead: 'Enter less' }
  return { text: `Up to ${max} ${max === 1 ? 'entry' : 'entries'} in the plan ${plan}.`, instead: 'Remove entries' }
}

/** @throws Problem plan_refused, plan_none at the field `path` if a code could be tried more often than the plan allows */
export async function requireAttempts(
  db: TenantDb,
  entitlement: Entitlement,
  { path, attempts }: { path: string; attempts: number },
): Promise<void> {
  const { limit } = configurationFields.maxDownloadAttempts
  if (isWithin(limitsOf(entitlement), limit, attempts)) return
  const text = await explainExceeded(db, exceededBy(entitlement, { path, limit, value: attempts }))
  throw planProblem(entitlement, [{ path, rule: 'plan', text }])
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
