import { menuOf, operatorPermissionIds } from '@simwright/contract/permission'
import { expect, it } from 'vitest'
import { teamTexts } from '../texts/team.ts'
import { actionsOf, permissionAreas, toggled } from './permission-areas.ts'

it('every grantable permission is in one area and has a label', () => {
  const menus = permissionAreas.flatMap((area) => area.menus)
  expect(menus.flatMap((menu) => [menu, ...actionsOf(menu)]).sort()).toEqual([...operatorPermissionIds].sort())
  for (const id of operatorPermissionIds) expect(teamTexts.permission[id]).toMatch(/^[A-Z]/)
})

it('adding an action adds its menu', () => {
  expect(toggled(new Set(), 'Fleet_View', 'Fleet_Delete')).toEqual(new Set(['Fleet_View', 'Fleet_Delete']))
})

it('removing a menu removes its actions', () => {
  const held = new Set(['Fleet_View', 'Fleet_Delete', 'Report'])
  expect(toggled(held, 'Fleet_View', 'Fleet_View')).toEqual(new Set(['Report']))
})

it('removing an action keeps its menu', () => {
  expect(toggled(new Set(['Fleet_View', 'Fleet_Edit']), menuOf('Fleet_Edit'), 'Fleet_Edit')).toEqual(
    new Set(['Fleet_View']),
  )
})
