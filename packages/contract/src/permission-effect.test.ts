import { describe, expect, test } from 'vitest'
import { endpoints } from './index.ts'
import { builtInRoles, operatorPermissionIds, type PermissionId, permissionIds, rolePermissions } from './permission.ts'

/** The endpoints that need exactly this permission; the matrix test of the server calls each of them without it. */
const guardedBy = (id: PermissionId) =>
  endpoints.filter(({ endpoint }) => endpoint.access === id).map(({ name }) => name)

/** Those that change something. */
const changesGuardedBy = (id: PermissionId) =>
  endpoints.filter(({ endpoint }) => endpoint.access === id && !endpoint.reads).map(({ name }) => name)

describe('a permission', () => {
  test.each(operatorPermissionIds)('%s, which roles can have, guards an endpoint', (id) => {
    expect(guardedBy(id)).not.toEqual([])
  })

  test.each(permissionIds.filter((id) => id.startsWith('Admin_')))('%s of platform staff guards an endpoint', (id) => {
    expect(guardedBy(id)).not.toEqual([])
  })

  test.each(permissionIds.filter((id) => /_(Edit|Create|Delete)$/.test(id)))('%s guards a change', (id) => {
    expect(changesGuardedBy(id)).not.toEqual([])
  })

  test.each(permissionIds)(
    '%s is held by one built-in role and not by another, and the matrix test of the server calls as both',
    (id) => {
      const holders = builtInRoles.filter((role) => rolePermissions[role].includes(id))
      expect(holders).not.toEqual([])
      expect(holders).not.toEqual([...builtInRoles])
    },
  )
})
