export { type CampaignMemberState, campaignMemberState } from './campaign-member.ts'
export { insertCampaignPool, updateCampaignPool, updatePoolPhase } from './campaign-pool.ts'
export { claimProfile, MAX_CONFIRMATION_FAILURES, type Pool, type Shortage, selectPool } from './claim.ts'
export {
  type CampaignCodeColumns,
  type ClaimColumns,
  campaignCodeRead,
  claimGuards,
  claimRead,
  takeGuards,
} from './claim-unlocked.ts'
export { joinRotationPool, openRotationPool } from './rotation.ts'
export { countWrite, joinPoolUse } from './use.ts'
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
