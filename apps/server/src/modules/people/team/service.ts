export {
  acceptInvitation,
  acceptOwnInvitation,
  declineOwnInvitation,
  invite,
  listOwnInvitations,
  readInvitation,
  resendInvitation,
} from './invitation.ts'
export { doToMany, exportMembers } from './many.ts'
export {
  changeRole,
  deactivateMember,
  keepAnOwner,
  listMembers,
  reactivateMember,
  removeMember,
} from './member.ts'
export { countOwners } from './queries.ts'
export { addRole, editRole, listRoles, removeRole } from './roles.ts'
