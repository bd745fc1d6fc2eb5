import { eachField, type FieldLimit } from '../field.ts'
import type { PlanLimits } from '../platform/plan.ts'
import { configurationFields } from './configuration-field.ts'

/** A value of a configuration that exceeds a limit of the plan. */
export type FieldBeyond = { path: string; limit: FieldLimit; value: unknown }

/** The values of a configuration that exceed these limits. */
export function fieldsBeyond(limits: PlanLimits, fields: object): FieldBeyond[] {
  return [...eachField(configurationFields, { ...fields })].flatMap(({ path, field: { limit }, value }) =>
    limit === undefined || isWithin(limits, limit, value) ? [] : [{ path, limit, value }],
  )
}

export function isWithin(limits: PlanLimits, limit: FieldLimit, value: unknown): boolean {
  if (limit.kind === 'feature') return value !== true || limits.features.includes(limit.of)
  if (limit.kind === 'among') return limits[limit.of].some((allowed) => allowed === value)
  const max = limits[limit.of]
  const size = Array.isArray(value) ? value.length : typeof value === 'number' ? value : 0
  return max === null || size <= max
}
