/**
 * The lifecycle of profiles: the only writer of profiles, their activation codes and orders, the directories by which
 * devices find them, group memberships, packages stored for retries, events, and the queue of counters.
 * Callers lock rows, name a transition, and run the returned writes:
 *
 *     const [row] = await lockProfiles(db, enterpriseId, [profileId])
 *     await move(db, cause, [{ row, transition: { kind: 'removed' } }])
 */
export { type Condition, isAllowed, type States, statesOf, unmetConditions } from './allowed.ts'
export { apply, move } from './apply.ts'
export { applyUnlocked } from './apply-unlocked.ts'
export { BUCKET_MS } from './bucket.ts'
export type { Actor, Cause } from './cause.ts'
export {
  distinctCombinations,
  isIndexComplete,
  type ProfileCombination,
  profileCombinations,
  selectCombinations,
} from './combination.ts'
export { QUEUED_DELTAS } from './counter.ts'
export {
  type BatchFacts,
  type CodeTerms,
  endSharedCode,
  insertProfiles,
  insertSharedCode,
  type NewProfile,
  orderProfile,
  type ProfileBatch,
  regenerateProfiles,
  replaceMatchingId,
  updateSharedCode,
} from './create.ts'
export { DIMENSION_COLUMNS } from './dimension.ts'
export { TransitionError } from './effect.ts'
export { fillEvents } from './fill-event.ts'
export {
  addToHeldIccids,
  assignIccids,
  countHeldIccids,
  isReserved,
  releaseIccids,
  reserveIccids,
  returnIccids,
  selectHolding,
  selectReserved,
} from './iccid.ts'
export { countOnDevices, selectInstallations, selectInstalledSince } from './installation.ts'
export {
  type CodeLock,
  type JoinedRead,
  type JoinedSql,
  lockByIccid,
  lockCode,
  lockProfiles,
  lockRows,
  readCode,
  selectGroups as groupsOfProfiles,
} from './lock.ts'
export type { LockedProfile, LockedRow, UnlockedProfile } from './locked-profile.ts'
export {
  countAppletMessage,
  countConfirmation,
  countEndedDownload,
  countOrderAttempt,
  dequeueDeltas,
  fillDeviceNames,
  hasCodes,
  orderAttemptGuard,
  orderAttemptsRead,
  setPublicPage,
} from './maintain.ts'
export { ON_A_DEVICE } from './rule.ts'
export { deleteSampleProfiles, insertSamples, type NewSample, type NewSampleEvent } from './sample.ts'
export { lockTraits } from './trait.ts'
export type { TraitChange, Traits } from './trait-change.ts'
export { sweepTraits } from './trait-sweep.ts'
export { countTraits, countValues, replaceTag, replaceValues } from './trait-upkeep.ts'
export type { FatalRefusal, NamedDevice, RowTransition, Transition, TransitionKind } from './transition.ts'
export { Before } from './transition.ts'
