import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../list.ts'
import type { PermissionTree } from '../permission.ts'
import { LimitGroups } from './group-limit.ts'

export const PermissionNode: z.ZodType<PermissionTree> = z.object({
  menuName: z.string(),
  get children(): z.ZodArray<z.ZodType<PermissionTree>> {
    return z.array(PermissionNode)
  },
})

export const getUserPermissions = endpoint({
  method: 'POST',
  path: '/permission/getUserPermissions',
  access: 'signed-in',
  withoutEnterprise: true,
  beforeSecondFactor: true,
  reads: true,
  programs: true,
  summary: 'The permission tree of the signed-in user in the current enterprise account',
  input: nothing,
  output: z.object({
    userPermissions: z.array(PermissionNode),
    /** Permissions of the user's role that a suspension of the enterprise account removes. */
    withheld: z.array(z.string()),
    groups: LimitGroups,
    /** Whether a required second factor is missing. Until it is set up, only calls about the own account are answered. */
    lacksSecondFactor: z.boolean(),
  }),
})

/** The ids of all permissions in the tree. */
export function permissionsOf(tree: readonly PermissionTree[]): Set<string> {
  return new Set(tree.flatMap((node) => [node.menuName, ...permissionsOf(node.children)]))
}
