export { type CampaignPlace, campaignPlace } from './campaign-place.ts'
export { claimProfile, MAX_CONFIRMATION_FAILURES, type Pool, type Shortage, selectPool } from './claim.ts'
export { openRotationPool } from './rotation.ts'
export {
  backInPoolWrite,
  countPoolConfirmation,
  freedWrite,
  holdShare,
  leaveEndedCampaign,
  type PoolCode,
  refusedWrites,
  type Share,
  selectPoolCode,
  takenWrites,
} from './write.ts'
