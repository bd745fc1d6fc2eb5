import { type MenuId, type PermissionId, permissionTree } from '@simwright/contract/permission'
import { teamTexts } from '../texts/team.ts'

const { areas } = teamTexts.role

/** The permission tree of an enterprise account, in the order of the side bar. */
export const permissionAreas: readonly { label: string; menus: readonly MenuId[] }[] = [
  {
    label: areas.profiles,
    menus: ['Fleet_View', 'Generate_Ac_View', 'Group_View', 'Campaign_View', 'Eid_Push_Create', 'Profile_Config_View'],
  },
  {
    label: areas.insight,
    menus: ['Analytic', 'Report', 'Generate_AC_Log_View', 'Profile_Log_View', 'Recycle_Log_View', 'Audit_View'],
  },
  { label: areas.team, menus: ['Member_View', 'Role_View', 'Enterprise_View', 'Developer_View', 'Block_View'] },
  { label: areas.money, menus: ['Subscription_View', 'Order_View'] },
]

export const actionsOf = (menu: MenuId): readonly PermissionId[] => permissionTree[menu]

export const permissionLabel = (id: PermissionId): string => teamTexts.permission[id] ?? id

/** The permissions after `id` is ticked or unticked: an action adds its menu, removing a menu removes its actions. */
export function toggled(held: ReadonlySet<string>, menu: MenuId, id: PermissionId): Set<string> {
  const next = new Set(held)
  if (!next.delete(id)) return next.add(menu).add(id)
  if (id === menu) for (const action of actionsOf(menu)) next.delete(action)
  return next
}
