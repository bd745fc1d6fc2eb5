/**
 * The only writer of users, enterprises and memberships. It imports no other module, so that each module of people and
 * access can call it. All of it runs in the transaction of the caller, who also records the audit entry.
 */
export {
  extendTrial,
  insertEnterprise,
  updateEnterpriseDeletion,
  updateLogo,
  updateSecondFactorRequired,
  updateSettings,
  updateSsoOnly,
  updateSuspension,
  updateTrialOffer,
  upsertStaffEnterprise,
} from './enterprise-queries.ts'
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
  updateMemberState,
  upsertMember,
} from './member-queries.ts'
export { nameOfUser, SAMPLE_CREATOR } from './user-name.ts'
export {
  activateUser,
  deleteUser,
  insertActiveUser,
  refreshSecondFactor,
  updatePassword,
  updatePasswordByEmail,
  updatePerson,
  updateUserDeletion,
  upsertActiveUser,
  upsertPendingUser,
} from './user-queries.ts'
