import { describe, expect, test } from 'vitest'
import { endpoints } from './index.ts'
import {
  builtInRoles,
  menuOf,
  operatorPermissionIds,
  type PermissionId,
  permissionIds,
  rolePermissions,
} from './permission.ts'
import { built } from './unbuilt.ts'

/** The endpoints that need exactly this permission; the matrix test of the server calls each of them without it. */
const guardedBy = (id: PermissionId) =>
  endpoints.filter(({ endpoint }) => endpoint.access === id).map(({ name }) => name)

/** Those that change something. */
const changesGuardedBy = (id: PermissionId) =>
  endpoints.filter(({ endpoint }) => endpoint.access === id && !endpoint.reads).map(({ name }) => name)

const isBuilt = (id: PermissionId) => built('menus', [menuOf(id)]).length > 0

describe('a permission', () => {
  test.each(operatorPermissionIds.filter(isBuilt))('%s, which roles can have, guards an endpoint', (id) => {
    expect(guardedBy(id)).not.toEqual([])
  })

  test.each(permissionIds.filter((id) => id.startsWith('Admin_')))('%s of platform staff guards an endpoint', (id) => {
    expect(guardedBy(id)).not.toEqual([])
  })

  test.each(permissionIds.filter((id) => isBuilt(id) && /_(Edit|Create|Delete)$/.test(id)))(
    '%s guards a change',
    (id) => {
      expect(changesGuardedBy(id)).not.toEqual([])
    },
  )

  test.each(permissionIds.filter(isBuilt))(
    '%s is held by one built-in role and not by another, and the matrix test of the server calls as both',
    (id) => {
      const holders = builtInRoles.filter((role) => rolePermissions[role].includes(id))
      expect(holders).not.toEqual([])
      expect(holders).not.toEqual([...builtInRoles])
    },
  )

  test('that is hidden because its pages are not built guards no endpoint', () => {
    const hidden = operatorPermissionIds.filter((id) => !isBuilt(id))
    expect(hidden).toEqual(['Developer_View', 'Developer_Edit'])
    expect(hidden.flatMap(guardedBy)).toEqual([])
  })
})
