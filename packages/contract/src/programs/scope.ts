import type { Endpoint } from '../endpoint.ts'
import { menuOf, operatorPermissionIds, type PermissionId } from '../permission.ts'

/** Menus whose calls are not for programs: money, and the keys of programs themselves. */
const menusWithoutScopes: readonly PermissionId[] = ['Subscription_View', 'Order_View', 'Developer_View']

/** The permissions that an API key can have. */
export const scopeIds: readonly PermissionId[] = operatorPermissionIds.filter(
  (id) => !menusWithoutScopes.includes(menuOf(id)),
)

/** The scopes any of which admits an API key to an endpoint that is open to programs; empty: it needs none. */
export function scopesFor({ access, programs }: Endpoint): readonly PermissionId[] {
  if (typeof programs === 'string') return [programs]
  const ids = typeof access === 'string' ? [access] : access
  return scopeIds.filter((id) => (ids as readonly string[]).includes(id))
}

/**
 * Whether programs may call the endpoint with an API key. The endpoint's own decision (`programs`), else: if a scope
 * guards it. Never if it needs a proof of identity or an owner, because a program is neither a person nor an owner.
 */
export function openToPrograms(endpoint: Endpoint): boolean {
  if (endpoint.access === 'public' || endpoint.stepUp || endpoint.ownerOnly) return false
  const { programs = scopesFor(endpoint).length > 0 } = endpoint
  return programs !== false
}
