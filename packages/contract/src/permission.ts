/** A node of the tree that `POST /permission/getUserPermissions` returns. */
export type PermissionTree = { menuName: string; children: PermissionTree[] }

/** The permission tree: 21 menus of the specification (section 6), their actions, and further menus. */
export const permissionTree = {
  Fleet_View: ['Fleet_Edit', 'Fleet_Delete', 'Fleet_Export'],
  Generate_Ac_View: ['Generate_Ac_Create'],
  Group_View: ['Group_Edit'],
  Campaign_View: ['Campaign_Edit'],
  Profile_Config_View: ['Profile_Config_Edit'],
  Analytic: [],
  Report: ['Report_Edit'],
  Generate_AC_Log_View: [],
  Profile_Log_View: [],
  Recycle_Log_View: [],
  Member_View: ['Member_Edit'],
  Role_View: ['Role_Edit'],
  Subscription_View: ['Subscription_Edit'],
  Order_View: ['Order_Create'],
  Developer_View: ['Developer_Edit'],
  Block_View: ['Block_Edit'],
  Rule_View: ['Rule_Edit'],
  Approval_View: ['Approval_Decide'],
  Audit_View: [],
  Enterprise_View: ['Enterprise_Edit'],
  Eid_Push_Create: [],
  Comment_Create: [],
  Admin_Order_View: ['Admin_Order_Edit'],
  Admin_Client_View: ['Admin_Client_Edit'],
  Admin_Plan_View: ['Admin_Plan_Edit'],
  Admin_Dashboard_View: [],
  Admin_Bip_View: [],
  Admin_Invitation_View: ['Admin_Invitation_Edit'],
  Admin_Platform_View: ['Admin_Platform_Edit'],
  Admin_Feedback_View: ['Admin_Feedback_Edit'],
  Admin_Mail_View: ['Admin_Mail_Edit'],
  Admin_Tac_View: ['Admin_Tac_Edit'],
  Admin_Announcement_View: ['Admin_Announcement_Edit'],
} as const satisfies Record<string, readonly string[]>

export type MenuId = keyof typeof permissionTree
export type PermissionId = MenuId | (typeof permissionTree)[MenuId][number]

export const menuIds = Object.keys(permissionTree) as MenuId[]
export const permissionIds: readonly PermissionId[] = menuIds.flatMap((menu) => [menu, ...permissionTree[menu]])

export const builtInRoles = [
  'Owner',
  'Admin',
  'Sub-admin',
  'Operator',
  'Finance',
  'Developer',
  'Viewer',
  'Platform admin',
  'Platform support',
] as const
export type BuiltInRole = (typeof builtInRoles)[number]

/** Built-in roles of enterprise accounts; the others are for platform staff. */
export const enterpriseRoles = ['Owner', 'Admin', 'Sub-admin', 'Operator', 'Finance', 'Developer', 'Viewer'] as const
export type EnterpriseRole = (typeof enterpriseRoles)[number]

const adminArea = permissionIds.filter((id) => id.startsWith('Admin_'))
const operatorArea = permissionIds.filter((id) => !id.startsWith('Admin_'))
const without = (...ids: PermissionId[]) => operatorArea.filter((id) => !ids.includes(id))

/**
 * The permissions of each built-in role (decisions, section 2). Rights without a permission id, such as deleting the
 * enterprise, are checked by role.
 */
export const rolePermissions: Record<BuiltInRole, readonly PermissionId[]> = {
  Owner: operatorArea,
  Admin: operatorArea,
  'Sub-admin': without(
    'Subscription_View',
    'Subscription_Edit',
    'Order_View',
    'Order_Create',
    'Role_View',
    'Role_Edit',
    'Developer_View',
    'Developer_Edit',
    'Approval_Decide',
  ),
  Operator: [
    'Fleet_View',
    'Fleet_Edit',
    'Fleet_Delete',
    'Fleet_Export',
    'Generate_Ac_View',
    'Generate_Ac_Create',
    'Group_View',
    'Group_Edit',
    'Campaign_View',
    'Campaign_Edit',
    'Rule_View',
    'Rule_Edit',
    'Profile_Config_View',
    'Profile_Config_Edit',
    'Eid_Push_Create',
    'Comment_Create',
    'Generate_AC_Log_View',
    'Profile_Log_View',
    'Recycle_Log_View',
    'Analytic',
  ],
  Finance: [
    'Subscription_View',
    'Subscription_Edit',
    'Order_View',
    'Order_Create',
    'Report',
    'Report_Edit',
    'Comment_Create',
  ],
  Developer: [
    'Comment_Create',
    'Developer_View',
    'Developer_Edit',
    'Profile_Config_View',
    'Fleet_View',
    'Generate_AC_Log_View',
    'Profile_Log_View',
    'Recycle_Log_View',
  ],
  Viewer: operatorArea.filter(
    (id) => (id.endsWith('_View') && id !== 'Audit_View') || id === 'Analytic' || id === 'Report',
  ),
  'Platform admin': [...adminArea, 'Audit_View'],
  'Platform support': [...adminArea.filter((id) => id.endsWith('_View')), 'Audit_View'],
}

/** Permissions that custom roles can have. */
export const operatorPermissionIds: readonly PermissionId[] = operatorArea

/** The menu of a permission; the menu of a menu permission is itself. */
export function menuOf(id: PermissionId): MenuId {
  return menuIds.find((menu) => menu === id || (permissionTree[menu] as readonly string[]).includes(id))!
}

/** Adds the menus of all actions, because an action is useless without its menu. In the order of the tree. */
export function withMenus(ids: Iterable<PermissionId>): PermissionId[] {
  const wanted = new Set([...ids].flatMap((id) => [menuOf(id), id]))
  return permissionIds.filter((id) => wanted.has(id))
}

const payingIds: readonly PermissionId[] = ['Subscription_Edit', 'Order_Create']

/** Menus of the tree that are an action without a page to view. */
const actionsWithoutView: readonly PermissionId[] = ['Eid_Push_Create', 'Comment_Create']

const isViewOnly = (id: PermissionId) => id in permissionTree && !actionsWithoutView.includes(id)

/** The permissions that remain while the enterprise account is suspended: viewing and paying. */
export function permissionsWhileSuspended(ids: Iterable<PermissionId>): Set<PermissionId> {
  return new Set([...ids].filter((id) => isViewOnly(id) || payingIds.includes(id)))
}

/**
 * The permissions that remain while the enterprise account is being deleted: viewing. Owners can cancel the deletion.
 */
export function permissionsWhileClosing(ids: Iterable<PermissionId>): Set<PermissionId> {
  return new Set([...ids].filter(isViewOnly))
}

/** Menus that show profiles of any group, or the money for all of them. */
const menusOfAllGroups: readonly PermissionId[] = [
  'Approval_View',
  'Audit_View',
  'Block_View',
  'Order_View',
  'Rule_View',
  'Subscription_View',
]

/** The permissions that remain for a member whose view is limited to groups. */
export function permissionsWithinGroups(ids: Iterable<PermissionId>): Set<PermissionId> {
  return new Set([...ids].filter((id) => !menusOfAllGroups.includes(menuOf(id))))
}

/** The permissions of platform staff who visit an enterprise account: viewing. */
export const visitPermissions: ReadonlySet<PermissionId> = new Set(operatorArea.filter(isViewOnly))

/** The tree of the permissions. A menu is in it only if its menu permission is in the set. */
export function treeOf(held: ReadonlySet<PermissionId>): PermissionTree[] {
  const leaf = (menuName: string): PermissionTree => ({ menuName, children: [] })
  return menuIds
    .filter((menu) => held.has(menu))
    .map((menu) => ({ menuName: menu, children: permissionTree[menu].filter((id) => held.has(id)).map(leaf) }))
}
