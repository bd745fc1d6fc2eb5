import { rolePermissions } from '@simwright/contract/permission'
import { expect, test } from 'vitest'
import { pages } from '../paths.ts'
import { navigationOf } from './navigation.ts'

const existing = new Set(Object.values(pages).map(({ path }) => path))
const entries = (held: readonly string[], isPlaced = true) =>
  navigationOf(existing, new Set(held), isPlaced).flatMap((group) => group.entries.map(({ to }) => to))

test('a page that is open to every member stands there for each of them', () => {
  expect(entries(rolePermissions.Finance)).toContain(pages.eidPush.path)
})

test('who belongs to no enterprise account is led home only', () => {
  expect(entries([], false)).toEqual([pages.home.path])
})

test('platform staff are led to their own pages only', () => {
  const to = entries(rolePermissions['Platform admin'])
  expect(to).toContain(pages.clients.path)
  expect(to).not.toContain(pages.home.path)
  expect(to).not.toContain(pages.eidPush.path)
})
