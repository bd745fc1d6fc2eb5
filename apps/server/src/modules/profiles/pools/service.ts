export { type CampaignMemberState, campaignMemberState } from './campaign-member.ts'
export { insertCampaignPool, updateCampaignPool, updatePoolPhase } from './campaign-pool.ts'
export { claimProfile, MAX_CONFIRMATION_FAILURES, type Pool, type Shortage, selectPool } from './claim.ts'
export { joinRotationPool, openRotationPool } from './rotation.ts'
export { joinPoolUse } from './use.ts'
export {
  countPoolConfirmation,
  lockMembership,
  type PoolCode,
  type PoolMembership,
  refusedWrites,
  releaseWrite,
  selectPoolCode,
  takeWrites,
} from './write.ts'
