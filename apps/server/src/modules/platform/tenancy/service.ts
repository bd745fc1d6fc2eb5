/**
 * The only writer of users, enterprises, memberships, roles and names of programs, and what others read of them. It imports
 * no other module, so that every module can call it.
 * Everything runs in the caller's transaction; the caller records the audit entry.
 */
export {
  extendTrial,
  insertEnterprise,
  insertTestEnterprise,
  selectTestNumber,
  updateEnterpriseDeletion,
  updateLogo,
  updateSecondFactorRequired,
  updateSettings,
  updateSsoOnly,
  updateSuspension,
  updateTrialDays,
  updateTrialOffer,
  upsertStaffEnterprise,
} from './enterprise-queries.ts'
export {
  type EnterpriseRecord,
  findEnterprise,
  lockEnterprise,
  nameOfEnterprise,
  selectEnterprise,
  selectEnterpriseNames,
} from './enterprise-record.ts'
export {
  dropFromGroupLimits,
  updateGroupLimit,
} from './group-limit-queries.ts'
export { type Maker, underMakersLimit } from './maker-limit.ts'
export {
  deleteInvitation,
  deleteMember,
  deleteMemberByUser,
  insertInvited,
  insertMember,
  insertSsoMember,
  type RoleReference,
  renewInvitation,
  updateJoined,
  updateMemberRole,
  updateMemberSeen,
  updateMemberState,
  upsertMember,
} from './member-queries.ts'
export { insertProgram, renameProgram } from './program-queries.ts'
export {
  deleteRole,
  insertRole,
  lockRole,
  type RoleRecord,
  selectRoles,
  updateRoleFields,
} from './role-queries.ts'
export { nameOfPerson, nameOfUser, SAMPLE_CREATOR, selectUserNames } from './user-name.ts'
export {
  activateUser,
  deleteUser,
  insertActiveUser,
  updatePassword,
  updatePasswordByEmail,
  updatePerson,
  updateSecondFactor,
  updateUserDeletion,
  upsertActiveUser,
  upsertPendingUser,
} from './user-queries.ts'
export {
  emailOfUser,
  findUser,
  lockUser,
  membersByName,
  selectOwners,
  selectUser,
  type UserRecord,
} from './user-record.ts'
