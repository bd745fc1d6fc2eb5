import { getUserPermissions } from '@simwright/contract/people/session'
import { heldIn, type PermissionId } from '@simwright/contract/permission'
import { type ReactNode, useSyncExternalStore } from 'react'
import { ask } from '../api/call.ts'

const none: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
let held: ReadonlySet<string> = none
let loading: Promise<ReadonlySet<string>> | undefined

/** The permissions of the signed-in user; asked for once after sign-in, until `forgetPermissions`. */
export function loadPermissions(): Promise<ReadonlySet<string>> {
  loading ??= ask(getUserPermissions, {}, { silent: true })
    .then((answer) => set(new Set(heldIn(answer.userPermissions))))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Takes over what the portal says is held by now. Answers whether that is something else than before. */
export function holdPermissions(ids: readonly string[]): boolean {
  const next = new Set(ids)
  if (next.size === held.size && ids.every((id) => held.has(id))) return false
  loading = Promise.resolve(set(next))
  return true
}

export function forgetPermissions(): void {
  loading = undefined
  set(none)
}

/** Whether any one of these is held; an empty list is open to every signed-in user. */
export function isAllowed(needed: readonly PermissionId[], holds: ReadonlySet<string> = held): boolean {
  return needed.length === 0 || needed.some((id) => holds.has(id))
}

/** Platform staff at work: the admin area is held, and nothing else is. */
export function isStaff(holds: ReadonlySet<string> = held): boolean {
  return [...holds].some((id) => id.startsWith('Admin_'))
}

/** Whether the user holds any one of these. */
export function useAllowed(...needed: PermissionId[]): boolean {
  return isAllowed(needed, usePermissions())
}

export function usePermissions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => held,
  )
}

/** Shows its children to those who hold any one of the permissions. */
export function Allowed({ need, children }: { need: PermissionId | readonly PermissionId[]; children: ReactNode }) {
  const holds = usePermissions()
  return isAllowed(typeof need === 'string' ? [need] : need, holds) ? children : null
}

function set(next: ReadonlySet<string>): ReadonlySet<string> {
  held = next
  for (const tell of listeners) tell()
  return next
}
