import type { CampaignFields } from '@simwright/contract/provisioning/campaign'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { insertPoolUse } from './use.ts'

type Limits = Pick<CampaignFields, 'startsAt' | 'endsAt' | 'cap' | 'deviceLimit' | 'maxAttempts'>

type CampaignPool = { enterpriseId: EnterpriseId; poolId: PoolId }

/** Inserts the pool of a new campaign, in phase DRAFT. */
export async function insertCampaignPool(
  db: TenantDb,
  { enterpriseId, poolId }: CampaignPool,
  { activationCodeId, limits, at }: { activationCodeId: ActivationCodeId; limits: Limits; at: Date },
): Promise<void> {
  await sql`
    insert into pool (enterprise_id, id, kind, activation_code_id, phase, starts_at, ends_at, cap, device_limit,
      max_attempts, created_at)
    values (${enterpriseId}, ${poolId}, 'campaign', ${activationCodeId}, 'DRAFT', ${limits.startsAt}, ${limits.endsAt},
      ${limits.cap}, ${limits.deviceLimit}, ${limits.maxAttempts}, ${at})`.execute(db)
  await insertPoolUse(db, { enterpriseId, poolId })
}

export async function updateCampaignPool(
  db: TenantDb,
  { enterpriseId, poolId }: CampaignPool,
  limits: Limits,
): Promise<void> {
  await sql`
    update pool set starts_at = ${limits.startsAt}, ends_at = ${limits.endsAt}, cap = ${limits.cap},
      device_limit = ${limits.deviceLimit}, max_attempts = ${limits.maxAttempts}
    where enterprise_id = ${enterpriseId} and id = ${poolId}`.execute(db)
}

/** Sets the phase. Devices can download only in phase LIVE. */
export async function updatePoolPhase(
  db: TenantDb,
  { enterpriseId, poolId }: CampaignPool,
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED',
): Promise<void> {
  await sql`update pool set phase = ${phase} where enterprise_id = ${enterpriseId} and id = ${poolId}`.execute(db)
}
