import type { PermissionId } from '@simwright/contract/permission'
import { createStore } from '../base/store.ts'

export const NO_PERMISSIONS: ReadonlySet<string> = new Set()

/** The permissions of the signed-in user. */
export const held = createStore(NO_PERMISSIONS)

/** Whether the user holds any of these permissions; an empty list allows every signed-in user. */
export function isAllowed(needed: readonly PermissionId[], holds: ReadonlySet<string> = held.get()): boolean {
  return needed.length === 0 || needed.some((id) => holds.has(id))
}

/** Whether the user is platform staff: only staff hold `Admin_` permissions. */
export function isStaff(holds: ReadonlySet<string> = held.get()): boolean {
  return [...holds].some((id) => id.startsWith('Admin_'))
}
