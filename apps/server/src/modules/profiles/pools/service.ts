export { type CampaignPlace, campaignPlace } from './campaign-place.ts'
export { insertCampaignPool, updateCampaignPool, updatePoolPhase } from './campaign-pool.ts'
export { claimProfile, MAX_CONFIRMATION_FAILURES, type Pool, type Shortage, selectPool } from './claim.ts'
export { joinRotationPool, openRotationPool } from './rotation.ts'
export {
  countPoolConfirmation,
  freedWrite,
  holdShare,
  type PoolCode,
  refusedWrites,
  type Share,
  selectPoolCode,
  takenWrites,
} from './write.ts'
