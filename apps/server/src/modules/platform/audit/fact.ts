import { type AuditAction, auditActions } from '@simwright/contract/platform/audit'

/** A value in the audit log: plain data. `Secret` and bytes are refused, by type and at run time. */
export type Fact =
  | string
  | number
  | boolean
  | null
  | undefined
  | Date
  | readonly Fact[]
  | { readonly [name: string]: Fact }

export type FactsOf<D extends AuditAction> = { readonly [Name in (typeof auditActions)[D]['facts'][number]]?: Fact }

type PlainFacts = Record<string, unknown>

/**
 * The values before and after as they are stored: those that the action allows. For an edit, only the differences.
 * @returns undefined for an edit that changed nothing
 * @throws TypeError for a value that the action does not allow, or that is not plain
 */
export function factsOf(
  action: AuditAction,
  { before, after }: { before?: object; after?: object },
): { before: PlainFacts | null; after: PlainFacts | null } | undefined {
  const old = before ? plainFacts(action, before) : null
  const current = after ? plainFacts(action, after) : null
  if (!old || !current) return { before: old, after: current }
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])]
  const changed = names.filter((name) => canonical(old[name] ?? null) !== canonical(current[name] ?? null))
  if (changed.length === 0) return undefined
  const only = (facts: PlainFacts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]))
  return { before: only(old), after: only(current) }
}

function plainFacts(action: AuditAction, facts: object): PlainFacts {
  const allowed: readonly string[] = auditActions[action].facts
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => {
      if (!allowed.includes(name)) throw new TypeError(`${action} does not allow the fact ${name}`)
      return [name, plain(value, name)]
    }),
  )
}

function plain(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((one) => plain(one, name))
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError(`the fact ${name} is not a plain value`)
  }
  const defined = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(defined.map(([key, one]) => [key, plain(one, name)]))
}

/** JSON with sorted names: equal values have equal texts, regardless of how they were stored. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}
