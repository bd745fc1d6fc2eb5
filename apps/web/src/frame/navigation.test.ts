import { rolePermissions } from '@simwright/contract/permission'
import { expect, test } from 'vitest'
import { pages } from '../paths.ts'
import { navigationOf } from './navigation.ts'

const existing = new Set(Object.values(pages).map(({ path }) => path))
const entries = (held: readonly string[], hasEnterprise = true) =>
  navigationOf(existing, new Set(held), hasEnterprise).flatMap((group) => group.entries.map(({ to }) => to))

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
