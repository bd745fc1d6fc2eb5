import { getUserPermissions } from '@simwright/contract/people/session'
import { type PermissionId, permissionsOf } from '@simwright/contract/permission'
import type { ReactNode } from 'react'
import { ask } from '../api/call.ts'
import { createStore, useStore } from '../ui/store.ts'

const none: ReadonlySet<string> = new Set()
const held = createStore(none)
let loading: Promise<ReadonlySet<string>> | undefined

/** The permissions of the signed-in user; loaded once, until `forgetPermissions`. */
export function loadPermissions(): Promise<ReadonlySet<string>> {
  loading ??= ask(getUserPermissions, {}, { silent: true })
    .then((answer) => set(new Set(permissionsOf(answer.userPermissions))))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Sets the permissions that the server reported. Returns whether they have changed. */
export function setPermissions(ids: readonly string[]): boolean {
  const next = new Set(ids)
  if (next.size === held.get().size && ids.every((id) => held.get().has(id))) return false
  loading = Promise.resolve(set(next))
  return true
}

export function forgetPermissions(): void {
  loading = undefined
  held.set(none)
}

/** Whether the user holds any of these permissions; an empty list allows every signed-in user. */
export function isAllowed(needed: readonly PermissionId[], holds: ReadonlySet<string> = held.get()): boolean {
  return needed.length === 0 || needed.some((id) => holds.has(id))
}

/** Whether the user is platform staff: only staff hold `Admin_` permissions. */
export function isStaff(holds: ReadonlySet<string> = held.get()): boolean {
  return [...holds].some((id) => id.startsWith('Admin_'))
}

/** `isAllowed` for the signed-in user; renders again when the permissions change. */
export function useAllowed(need: PermissionId | readonly PermissionId[]): boolean {
  return isAllowed(typeof need === 'string' ? [need] : need, usePermissions())
}

export function usePermissions(): ReadonlySet<string> {
  return useStore(held)
}

/** Renders its children if the user holds any of the permissions. */
export function Allowed({ need, children }: { need: PermissionId | readonly PermissionId[]; children: ReactNode }) {
  return useAllowed(need) ? children : null
}

function set(next: ReadonlySet<string>): ReadonlySet<string> {
  held.set(next)
  return next
}
