import { getUserPermissions, permissionsOf } from '@simwright/contract/people/held-permission'
import type { PermissionId } from '@simwright/contract/permission'
import type { ReactNode } from 'react'
import { ask } from '../api/call.ts'
import { createStore, useStore } from '../base/store.ts'
import { suspensionTexts } from '../texts/suspension.ts'
import { setGroupLimit } from './group-limit.ts'
import { held, isAllowed, NO_PERMISSIONS } from './held-permission.ts'
import classes from './Withheld.module.css'

/** Permissions of the user's role that a suspension of the enterprise account removes. */
const withheld = createStore(NO_PERMISSIONS)
/** Whether the user still has to set up a second factor that the enterprise account requires. */
const lacksFactor = createStore(false)
let loading: Promise<ReadonlySet<string>> | undefined

/** The permissions of the signed-in user; loaded once, until `forgetPermissions`. */
export function loadPermissions(): Promise<ReadonlySet<string>> {
  loading ??= ask(getUserPermissions, {}, { silent: true })
    .then((answer) => {
      setGroupLimit(answer.groups)
      lacksFactor.set(answer.lacksSecondFactor)
      return set(permissionsOf(answer.userPermissions), answer.withheld)
    })
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Sets the permissions that the server reported. Returns whether they have changed. */
export function setPermissions(next: { permissions: readonly string[]; withheld: readonly string[] }): boolean {
  if (isSame(held.get(), next.permissions) && isSame(withheld.get(), next.withheld)) return false
  loading = Promise.resolve(set(next.permissions, next.withheld))
  return true
}

const isSame = (set: ReadonlySet<string>, ids: readonly string[]) =>
  set.size === ids.length && ids.every((id) => set.has(id))

export function forgetPermissions(): void {
  loading = undefined
  held.set(NO_PERMISSIONS)
  withheld.set(NO_PERMISSIONS)
  lacksFactor.set(false)
  setGroupLimit(null)
}

export const setLacksSecondFactor = lacksFactor.set
export const lacksSecondFactor = lacksFactor.get
export const useLacksSecondFactor = (): boolean => useStore(lacksFactor)

/** `isAllowed` for the signed-in user; renders again when the permissions change. */
export function useAllowed(need: PermissionId | readonly PermissionId[]): boolean {
  return isAllowed(typeof need === 'string' ? [need] : need, usePermissions())
}

export function usePermissions(): ReadonlySet<string> {
  return useStore(held)
}

/** Whether the user would hold any of these permissions if the enterprise account were not suspended. */
export function useWithheld(need: PermissionId | readonly PermissionId[]): boolean {
  const ids = useStore(withheld)
  return [need].flat().some((id) => ids.has(id))
}

/**
 * Renders its children if the user holds any of the permissions. If only the suspension of the enterprise account
 * removes them, the children are shown disabled, with that reason.
 */
export function Allowed({ need, children }: { need: PermissionId | readonly PermissionId[]; children: ReactNode }) {
  const isWithheld = useWithheld(need)
  if (useAllowed(need)) return children
  return isWithheld ? <Withheld>{children}</Withheld> : null
}

function set(next: Iterable<string>, removed: Iterable<string>): ReadonlySet<string> {
  const ids = new Set(next)
  held.set(ids)
  withheld.set(new Set(removed))
  return ids
}

/** Controls that a suspension of the enterprise account disables: they are shown, with the reason, and do nothing. */
function Withheld({ children }: { children: ReactNode }) {
  return (
    <fieldset
      disabled
      className={classes.withheld}
      title={suspensionTexts.withheld}
      aria-label={suspensionTexts.withheld}
    >
      <span inert className={classes.controls}>
        {children}
      </span>
    </fieldset>
  )
}
