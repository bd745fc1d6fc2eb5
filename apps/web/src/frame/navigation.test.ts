import { type PermissionId, rolePermissions, visitPermissions } from '@simwright/contract/permission'
import { describe, expect, test } from 'vitest'
import { pages } from '../paths.ts'
import { navigationOf } from './navigation.ts'

const existing = new Set(Object.values(pages).map(({ path }) => path))
const menuOf = (held: readonly PermissionId[], hasEnterprise = true) =>
  navigationOf(existing, new Set(held), hasEnterprise)
const entries = (held: readonly PermissionId[], hasEnterprise = true) =>
  menuOf(held, hasEnterprise).flatMap((group) => group.entries.map(({ to }) => to))

test('a page without required permissions is listed for every member', () => {
  expect(entries(rolePermissions.Finance)).toContain(pages.eidPush.path)
})

test('a user without an enterprise account sees only the home page', () => {
  expect(entries([], false)).toEqual([pages.home.path])
})

test('platform staff see only the pages of the admin area', () => {
  const to = entries(rolePermissions['Platform admin'])
  expect(to).toContain(pages.clients.path)
  expect(to).not.toContain(pages.home.path)
  expect(to).not.toContain(pages.eidPush.path)
})

describe('the menu', () => {
  const group = (id: string) =>
    menuOf(rolePermissions.Owner)
      .find((one) => one.id === id)
      ?.entries.map(({ label }) => label)

  test('has the order of the job', () => {
    expect(menuOf(rolePermissions.Owner).map(({ label }) => label)).toEqual([
      undefined,
      ...['Profile', 'Analytic', 'Device', 'Team', 'Setting'],
    ])
    expect(group('start')).toEqual(['Home'])
    expect(group('profile')).toEqual(['Fleet', 'Generate AC', 'Profile configuration', 'Campaign', 'Group'])
    expect(group('analytic')).toEqual(['Dashboard', 'Reports', 'Logs'])
    expect(group('device')).toEqual([
      'EID push',
      'Delivery',
      'Vouchers',
      'Lease desk',
      'AC inspector',
      'Package inspector',
    ])
    expect(group('team')).toEqual(['Member', 'Role', 'Approvals', 'Single sign-on'])
  })

  const everyone = { ...rolePermissions, visit: [...visitPermissions] }
  test.each(Object.entries(everyone))('of %s has at most 14 lines while its groups are folded', (_role, held) => {
    const lines = menuOf(held).reduce(
      (sum, { icon, label, entries: all }) => sum + (icon ? 1 : all.length + (label ? 1 : 0)),
      0,
    )
    expect(lines).toBeLessThanOrEqual(14)
  })

  test('has no group that folds to one line for a single entry', () => {
    const finance = menuOf(rolePermissions.Finance).find(({ id }) => id === 'device')
    expect(finance?.entries.map(({ label }) => label)).toEqual(['EID push'])
    expect(finance).not.toHaveProperty('icon')
    expect(group('setting')).toHaveLength(6)
  })

  test('of platform staff begins with the admin area', () => {
    const [first] = menuOf(rolePermissions['Platform admin'])
    expect([first?.label, first?.entries[0]?.label]).toEqual(['Admin', 'Admin dashboard'])
  })

  test('highlights an entry for the pages below it', () => {
    const entry = menuOf(rolePermissions.Owner)
      .flatMap((one) => one.entries)
      .find(({ to }) => to === pages.configurations.path)
    expect(entry?.also).toEqual(['/configform'])
  })
})
