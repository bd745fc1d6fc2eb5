export { applyToMembers, exportMembers } from './bulk.ts'
export { addRole, editRole, listRoles, removeRole } from './custom-role.ts'
export {
  acceptInvitation,
  acceptOwnInvitation,
  declineOwnInvitation,
  invite,
  listOwnInvitations,
  readInvitation,
  resendInvitation,
} from './invitation.ts'
export {
  changeRole,
  deactivateMember,
  listMembers,
  reactivateMember,
  removeMember,
  requireOtherOwner,
} from './member.ts'
export { setGroups } from './member-groups.ts'
export { countOwners, selectActiveNames } from './queries.ts'
