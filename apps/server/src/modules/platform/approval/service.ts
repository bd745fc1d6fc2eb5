/**
 * Approval by a second person: the gate that guarded operations pass, and the requests. It knows none of the operations, so
 * that every module can call it. Who decides and what is then done is in `people/approvals`.
 */
export { type Approvers, readApprovers } from './approver.ts'
export { askApproval, type RepeatedCall, sealContextOf } from './ask.ts'
export { demandApproval, isGuarded } from './demand.ts'
export { freezeObjects, hashList, type Marked, readFrozen, requireUnchanged, shownMark } from './frozen.ts'
export { ApprovalNeeded } from './needed.ts'
export {
  isOn,
  lockPolicy,
  type Policy,
  type PolicyRules,
  savePolicy,
  selectPolicy,
  updateOff,
} from './policy-record.ts'
export {
  addAttempt,
  approvalsDue,
  countRequests,
  lockRequest,
  type RequestFilter,
  type RequestKey,
  type RequestRecord,
  selectExpired,
  selectOffDue,
  selectRequest,
  selectRequests,
  selectStarting,
  selectUnnotified,
  updateNotified,
  updateRequest,
} from './request-queries.ts'
export { type Approved, selectObjects } from './request-record.ts'
