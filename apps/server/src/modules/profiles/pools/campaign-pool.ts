import type { CampaignFields } from '@simwright/contract/provisioning/campaign'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { ActivationCodeId, EnterpriseId, PoolId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { insertPoolUse } from './use.ts'

type Limits = Pick<CampaignFields, 'startsAt' | 'endsAt' | 'cap' | 'deviceLimit' | 'maxAttempts'>

type CampaignPool = { enterpriseId: EnterpriseId; poolId: PoolId }

const insertCampaignPoolStatement = statement(
  'insert campaign pool',
  ({
    enterpriseId,
    poolId,
    activationCodeId,
    startsAt,
    endsAt,
    cap,
    deviceLimit,
    maxAttempts,
    at,
  }: CampaignPool &
    Pick<Limits, 'startsAt' | 'endsAt' | 'cap' | 'deviceLimit' | 'maxAttempts'> & {
      activationCodeId: ActivationCodeId
      at: Date
    }) => sql`
    insert into pool (enterprise_id, id, kind, activation_code_id, phase, starts_at, ends_at, cap, device_limit,
      max_attempts, created_at)
    values (${enterpriseId}, ${poolId}, 'campaign', ${activationCodeId}, 'DRAFT', ${startsAt}, ${endsAt},
      ${cap}, ${deviceLimit}, ${maxAttempts}, ${at})`,
)

/** Inserts the pool of a new campaign, in phase DRAFT. */
export async function insertCampaignPool(
  db: TenantDb,
  { poolId }: CampaignPool,
  { activationCodeId, limits, at }: { activationCodeId: ActivationCodeId; limits: Limits; at: Date },
): Promise<void> {
  const { enterpriseId } = db
  await insertCampaignPoolStatement(db, {
    enterpriseId,
    poolId,
    activationCodeId,
    startsAt: limits.startsAt,
    endsAt: limits.endsAt,
    cap: limits.cap,
    deviceLimit: limits.deviceLimit,
    maxAttempts: limits.maxAttempts,
    at,
  })
  await insertPoolUse(db, { enterpriseId, poolId })
}

const updateCampaignPoolStatement = statement(
  'update campaign pool',
  ({
    startsAt,
    endsAt,
    cap,
    deviceLimit,
    maxAttempts,
    enterpriseId,
    poolId,
  }: Pick<Limits, 'startsAt' | 'endsAt' | 'cap' | 'deviceLimit' | 'maxAttempts'> & CampaignPool) => sql`
    update pool set starts_at = ${startsAt}, ends_at = ${endsAt}, cap = ${cap},
      device_limit = ${deviceLimit}, max_attempts = ${maxAttempts}
    where enterprise_id = ${enterpriseId} and id = ${poolId}`,
)

export async function updateCampaignPool(db: TenantDb, { poolId }: CampaignPool, limits: Limits): Promise<void> {
  await updateCampaignPoolStatement(db, {
    startsAt: limits.startsAt,
    endsAt: limits.endsAt,
    cap: limits.cap,
    deviceLimit: limits.deviceLimit,
    maxAttempts: limits.maxAttempts,
    enterpriseId: db.enterpriseId,
    poolId,
  })
}

const updatePoolPhaseStatement = statement(
  'update pool phase',
  ({ phase, enterpriseId, poolId }: CampaignPool & { phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED' }) =>
    sql`update pool set phase = ${phase} where enterprise_id = ${enterpriseId} and id = ${poolId}`,
)

/** Sets the phase. Devices can download only in phase LIVE. */
export async function updatePoolPhase(
  db: TenantDb,
  { poolId }: CampaignPool,
  phase: 'DRAFT' | 'LIVE' | 'PAUSED' | 'ENDED',
): Promise<void> {
  await updatePoolPhaseStatement(db, { phase, enterpriseId: db.enterpriseId, poolId })
}
