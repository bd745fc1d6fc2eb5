import type { TokenPayload } from '@simwright/contract/people/account'
import { NO_ENTERPRISE_ID } from '@simwright/contract/people/session'
import {
  type PermissionId,
  permissionIds,
  permissionsWhileSuspended,
  visitPermissions,
  withMenus,
} from '@simwright/contract/permission'
import { noteActivity } from '../api/activity.ts'
import { leaveSession, notifySessionStart } from '../api/session.ts'
import { keepVisit } from '../api/visit.ts'
import { ENTERPRISE_ID } from './sample.ts'
import type { Person } from './state.ts'

const DAY_S = 86_400

/** The permissions of the person. */
export function permissionsOf(person: Person): PermissionId[] {
  if (person === 'guest' || person === 'no enterprise') return []
  if (person === 'owner') return permissionIds.filter((id) => !id.startsWith('Admin_'))
  if (person === 'suspended owner') return [...permissionsWhileSuspended(permissionsOf('owner'))]
  if (person === 'staff') return permissionIds.filter((id) => id.startsWith('Admin_'))
  if (person === 'visit') return [...visitPermissions]
  return withMenus(person.holds)
}

/** The permissions that a suspension of the enterprise account removes from the person. */
export function withheldFrom(person: Person): PermissionId[] {
  if (person !== 'suspended owner') return []
  const left = permissionsOf(person)
  return permissionsOf('owner').filter((id) => !left.includes(id))
}

/** Clears the browser's storage and starts a session of the person; for a guest it ends the session instead. */
export function beginSession(person: Person): void {
  localStorage.clear()
  sessionStorage.clear()
  if (person === 'guest') {
    leaveSession('signed-out')
    return
  }
  const payload: TokenPayload = {
    userId: '0197f000-0000-7000-8000-000000000001',
    firstName: 'Ada',
    lastName: 'Byron',
    companyName: 'Northwind Mobile',
    email: 'ada@northwind.example',
    enterpriseId: person === 'no enterprise' ? NO_ENTERPRISE_ID : ENTERPRISE_ID,
    sid: crypto.randomUUID(),
    sys: 'simwright',
    exp: Math.floor(Date.now() / 1000) + DAY_S,
  }
  const token = `e30.${btoa(JSON.stringify(payload))}.sample`
  if (person === 'visit') keepVisit(token)
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets it the same way, readable by scripts
  document.cookie = `token=${token}; path=/`
  noteActivity()
  notifySessionStart()
}
