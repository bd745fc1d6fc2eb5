import { type MenuId, type PermissionId, permissionTree } from '@simwright/contract/permission'
import { pageTexts } from '../texts/page.ts'
import { teamTexts } from '../texts/team.ts'

const { groups } = pageTexts

/** The permission tree of an enterprise account, with the groups and the order of the menu. */
export const permissionAreas: readonly { label: string; menus: readonly MenuId[] }[] = [
  {
    label: groups.profile,
    menus: ['Fleet_View', 'Generate_Ac_View', 'Profile_Config_View', 'Campaign_View', 'Group_View', 'Rule_View'],
  },
  {
    label: groups.analytic,
    menus: ['Analytic', 'Report', 'Generate_AC_Log_View', 'Profile_Log_View', 'Recycle_Log_View'],
  },
  { label: groups.device, menus: ['Eid_Push_Create'] },
  { label: groups.team, menus: ['Member_View', 'Role_View', 'Approval_View', 'Comment_Create'] },
  {
    label: groups.setting,
    menus: ['Enterprise_View', 'Subscription_View', 'Order_View', 'Developer_View', 'Block_View', 'Audit_View'],
  },
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
