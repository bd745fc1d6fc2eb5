import { describe, expect, test } from 'vitest'
import { endpoints } from './index.ts'
import { menuOf, operatorPermissionIds, type PermissionId, permissionIds } from './permission.ts'
import { built } from './unbuilt.ts'

/** The endpoints that need exactly this permission; the matrix test of the server calls each of them without it. */
const guardedBy = (id: PermissionId) =>
  endpoints.filter(({ endpoint }) => endpoint.access === id).map(({ name }) => name)

const isBuilt = (id: PermissionId) => built('menus', [menuOf(id)]).length > 0

describe('a permission', () => {
  test.each(operatorPermissionIds.filter(isBuilt))('%s, which roles can have, guards an endpoint', (id) => {
    expect(guardedBy(id)).not.toEqual([])
  })

  test.each(permissionIds.filter((id) => id.startsWith('Admin_') && id.endsWith('_View')))(
    '%s of platform staff guards an endpoint',
    (id) => {
      expect(guardedBy(id)).not.toEqual([])
    },
  )

  test('that is hidden because its pages are not built guards no endpoint', () => {
    const hidden = operatorPermissionIds.filter((id) => !isBuilt(id))
    expect(hidden).toEqual(['Report', 'Developer_View', 'Developer_Edit'])
    expect(hidden.flatMap(guardedBy)).toEqual([])
  })
})
