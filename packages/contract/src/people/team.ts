import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, listInput, nothing, pageOf, time, version } from '../list.ts'
import { operatorPermissionIds, withMenus } from '../permission.ts'
import { AcceptedTexts } from '../platform/legal.ts'
import { Email, mailableName, NewAccount } from './account.ts'
import { GroupLimit, LimitGroups } from './group-limit.ts'

export const memberStates = ['INVITED', 'ACTIVE', 'INACTIVE'] as const
export type MemberState = (typeof memberStates)[number]

/** The maximum number of addresses in one call. */
export const INVITE_MAX = 50

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7

/** The name of a built-in role, or the UUID of a custom role. */
export const RoleId = z.string().min(1, 'Required').max(64)

export const MemberRole = z.object({ id: z.string(), name: z.string(), builtIn: z.boolean() })
export type MemberRole = z.infer<typeof MemberRole>

export const Member = z.object({
  id: z.string(),
  email: z.string(),
  /** Empty until an invitation is accepted. */
  name: z.string(),
  state: z.enum(memberStates),
  /** Null: the member has no role and no permissions. */
  role: MemberRole.nullable(),
  version,
  /** The signed-in user. */
  self: z.boolean(),
  /** Whether the signed-in user has all permissions of this member, and so may manage the member. */
  manageable: z.boolean(),
  secondFactor: z.boolean(),
  /** Last activity in this enterprise account; null: never. */
  lastSeenAt: time.nullable(),
  /** When the member joined, or was invited. */
  since: time,
  /** The groups to which the member's view is limited, as far as the signed-in user sees them. */
  groups: LimitGroups,
  /** Of an open invitation. */
  invitationExpiresAt: time.nullable(),
})
export type Member = z.infer<typeof Member>

export const list = endpoint({
  method: 'POST',
  path: '/user/list',
  access: 'Member_View',
  reads: true,
  summary: 'Members and open invitations of the enterprise account',
  input: listInput({ search: z.string().trim().max(100), state: z.array(z.enum(memberStates)).max(3), role: RoleId }, [
    'name',
    'lastSeenAt',
    'since',
  ] as const),
  output: pageOf(Member),
})

export const inviteOutcomes = ['INVITED', 'INVITED_BEFORE', 'MEMBER_ALREADY'] as const

export const invite = endpoint({
  method: 'POST',
  path: '/user/add',
  access: 'Member_Edit',
  summary: 'Invite people by e-mail, with a role and possibly a limit to groups',
  input: z.object({
    emails: z
      .array(Email)
      .min(1, 'Required')
      .max(INVITE_MAX, `Up to ${INVITE_MAX} addresses at once.`)
      .transform((emails) => [...new Set(emails)]),
    roleId: RoleId,
    /** Limits their view to these groups; null: they see all profiles. */
    groups: GroupLimit.default(null),
  }),
  output: z.object({ items: z.array(z.object({ email: z.string(), outcome: z.enum(inviteOutcomes) })) }),
  stepUp: true,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/user/resend/invitation',
  access: 'Member_Edit',
  summary: 'Send an invitation again, with a new link; the old link stops working',
  input: z.object({ id }),
  output: done,
})

export const deactivate = endpoint({
  method: 'POST',
  path: '/user/deactivate',
  access: 'Member_Edit',
  summary: 'Revoke the access of a member at once; the membership remains',
  input: z.object({ id }),
  output: done,
})

export const reactivate = endpoint({
  method: 'POST',
  path: '/user/reactivate',
  access: 'Member_Edit',
  summary: 'Restore the access of a deactivated member',
  input: z.object({ id }),
  output: done,
})

export const remove = endpoint({
  method: 'POST',
  path: '/user/delete',
  access: 'Member_Edit',
  summary: 'Remove a member from the enterprise account, or withdraw an invitation',
  input: z.object({ id }),
  output: done,
})

export const changeRole = endpoint({
  method: 'POST',
  path: '/user/group/change',
  access: 'Member_Edit',
  summary: 'Change the role of a member, from the next call on',
  input: z.object({ id, version, roleId: RoleId }),
  output: z.object({ version }),
  stepUp: true,
})

export const setGroups = endpoint({
  method: 'POST',
  path: '/user/groups/set',
  access: 'Member_Edit',
  summary: "Limit a member's view to groups, or lift the limit, from the next call on",
  input: z.object({ id, version, groups: GroupLimit }),
  output: z.object({ version }),
  stepUp: true,
})

/** What can be done to many members at once. */
export const manyActions = ['RESEND', 'CHANGE_ROLE', 'DEACTIVATE', 'REACTIVATE', 'REMOVE'] as const
export type ManyAction = (typeof manyActions)[number]

/** The maximum number of members in one call. */
export const MANY_MAX = 200

export const many = endpoint({
  method: 'POST',
  path: '/user/many',
  access: 'Member_Edit',
  summary: 'Apply an action to many members; returns for each whether it succeeded, and why not',
  input: z
    .object({
      ids: z
        .array(id)
        .min(1, 'Required')
        .max(MANY_MAX, `Up to ${MANY_MAX} members at once.`)
        .transform((ids) => [...new Set(ids)]),
      action: z.enum(manyActions),
      /** For CHANGE_ROLE. */
      roleId: RoleId.optional(),
    })
    .refine(({ action, roleId }) => action !== 'CHANGE_ROLE' || roleId !== undefined, {
      path: ['roleId'],
      message: 'Required',
    }),
  output: z.object({
    items: z.array(
      z.object({
        /** Null, with an empty name, for an unknown member. */
        id: id.nullable(),
        /** The e-mail address if the member has no name. */
        name: z.string(),
        done: z.boolean(),
        /** Why it failed. */
        reason: z.string().nullable(),
      }),
    ),
  }),
  stepUp: true,
})

export const exportCsv = endpoint({
  method: 'POST',
  path: '/user/list/export',
  access: 'Member_View',
  summary: 'The members that match a filter, or those with given ids, as CSV',
  input: z.object({
    filter: list.input.shape.filter,
    ids: z.array(id).max(1000).optional(),
  }),
  output: nothing,
  answer: 'file',
})

const permissionId = z.enum(operatorPermissionIds as [string, ...string[]], 'Invalid permission.')

export const RoleFields = z.object({
  name: mailableName(64),
  /** The menus of these actions are added automatically. */
  permissions: z
    .array(permissionId)
    .min(1, 'Select at least one permission.')
    .transform((ids) => withMenus(ids as Parameters<typeof withMenus>[0])),
})

export const Role = z.object({
  id: z.string(),
  name: z.string(),
  builtIn: z.boolean(),
  permissions: z.array(z.string()),
  /** The number of members with this role, including invited ones. */
  members: z.int(),
  /** Whether the signed-in user has all its permissions, and so may assign it. */
  grantable: z.boolean(),
  /** 0 for a built-in role. */
  version,
  updatedAt: time.nullable(),
})
export type Role = z.infer<typeof Role>

export const roles = endpoint({
  method: 'POST',
  path: '/role/list',
  access: ['Role_View', 'Member_View'],
  reads: true,
  summary: 'The roles of the enterprise account: built-in roles, then custom ones by name',
  input: nothing,
  output: z.object({ items: z.array(Role) }),
})

export const addRole = endpoint({
  method: 'POST',
  path: '/role/add',
  access: 'Role_Edit',
  summary: 'Create a role with permissions that the caller has',
  input: RoleFields,
  output: z.object({ id: z.string() }),
  stepUp: true,
})

export const editRole = endpoint({
  method: 'POST',
  path: '/role/edit',
  access: 'Role_Edit',
  summary: 'Change a role, for its members from the next call on',
  input: z.object({ id, version, fields: RoleFields }),
  output: z.object({ version }),
  stepUp: true,
})

export const removeRole = endpoint({
  method: 'POST',
  path: '/role/delete',
  access: 'Role_Edit',
  summary: 'Delete a role that no member has',
  input: z.object({ id, version }),
  output: done,
})

const InvitationToken = z.string().min(1).max(200)

export const invitation = endpoint({
  method: 'POST',
  path: '/invitation/query',
  access: 'public',
  summary: 'An invitation, by the token of its e-mail',
  input: z.object({ token: InvitationToken }),
  output: z.object({
    enterpriseName: z.string(),
    invitedBy: z.string(),
    roleName: z.string(),
    email: z.string(),
    /** Whether the address already has an account, which then joins; otherwise names and a password are required. */
    hasAccount: z.boolean(),
  }),
})

export const NewMember = NewAccount.pick({ firstName: true, lastName: true, password: true })

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitation/accept',
  access: 'public',
  summary:
    'Join the enterprise account of an invitation, with the account of its address or a new one, which is signed in',
  input: z.object({
    token: InvitationToken,
    person: NewMember.optional(),
    /** For a new account: all texts that the platform has published. */
    accepted: AcceptedTexts,
  }),
  output: z.object({
    email: z.string(),
    /** The session token, for a new account. Absent if more than the password is needed to sign in. */
    token: z.string().optional(),
  }),
})

const OwnInvitation = z.object({ enterpriseId: id, id })

export const ownInvitations = endpoint({
  method: 'POST',
  path: '/invitation/own/list',
  access: 'signed-in',
  withoutEnterprise: true,
  beforeSecondFactor: true,
  reads: true,
  summary: 'Open invitations to the address of the signed-in user, the newest first',
  input: nothing,
  output: z.object({
    items: z.array(
      OwnInvitation.extend({
        enterpriseName: z.string(),
        invitedBy: z.string(),
        roleName: z.string(),
        invitedAt: time,
        expiresAt: time,
      }),
    ),
  }),
})

export const acceptOwn = endpoint({
  method: 'POST',
  path: '/invitation/own/accept',
  access: 'signed-in',
  withoutEnterprise: true,
  beforeSecondFactor: true,
  summary: 'Join the enterprise account of an invitation to the address of the signed-in user',
  input: OwnInvitation,
  output: done,
})

export const declineOwn = endpoint({
  method: 'POST',
  path: '/invitation/own/decline',
  access: 'signed-in',
  withoutEnterprise: true,
  beforeSecondFactor: true,
  summary: 'Decline an invitation to the address of the signed-in user',
  input: OwnInvitation,
  output: done,
})
