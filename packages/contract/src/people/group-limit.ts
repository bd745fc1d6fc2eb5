import { z } from 'zod'
import { id } from '../list.ts'

/** The maximum number of groups that a limit names. */
export const LIMIT_GROUPS_MAX = 100

/** A member's limit to groups, sorted by name. Null: sees all profiles. Empty: all its groups were deleted. */
export const LimitGroups = z.array(z.object({ id: z.string(), name: z.string() })).nullable()
export type LimitGroups = z.infer<typeof LimitGroups>

/** The limit to set. A limit names a group; one without groups arises only when they are deleted. */
export const GroupLimit = z
  .array(id)
  .min(1, 'Select at least one group.')
  .max(LIMIT_GROUPS_MAX, `Up to ${LIMIT_GROUPS_MAX} groups.`)
  .transform((ids) => [...new Set(ids)])
  .nullable()

/** The built-in roles that see all profiles. */
const unlimitedRoles: readonly string[] = ['Owner', 'Admin']

export const canBeLimited = (roleId: string): boolean => !unlimitedRoles.includes(roleId)
