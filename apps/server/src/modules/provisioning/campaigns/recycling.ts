import { type OutputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { ApprovalNeeded, askApproval, demandApproval } from '../../platform/approval/service.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { makeDue } from '../recycle/service.ts'
import { type CampaignRecord, lockCampaign } from './queries.ts'
import {
  beginRecycling,
  type CampaignKey,
  countHandedOut,
  endRecycling,
  moveRecycling,
  selectHandedOut,
  selectRecycling,
} from './recycling-queries.ts'
import { stateOf } from './state.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Profiles per transaction, and transactions per campaign and sweep; the next sweep takes the rest. */
const CHUNK_SIZE = 1_000
const CHUNKS = 10

type RecyclingPlan = {
  enterpriseId: EnterpriseId
  record: Pick<CampaignRecord, 'id' | 'name' | 'created_by'>
  /** Null if the campaign ended on schedule. */
  userId: UserId | null
}

/**
 * Plans the recycling of all profiles the campaign has handed out; {@link recycleEnded} does it. @returns how many
 * @throws ApprovalNeeded
 */
async function planRecycling(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { record: { id, name, created_by: createdBy }, userId }: RecyclingPlan,
): Promise<number> {
  const profiles = await countHandedOut(db, id)
  if (profiles === 0) return 0
  await demandApproval(server, db, {
    operation: 'RECYCLE',
    userId: userId ?? (createdBy as UserId),
    facts: { campaign: id },
    sentence: `Recycle ${profiles.toLocaleString('en')} ${profiles === 1 ? 'profile' : 'profiles'} of the campaign ${name}`,
    amount: profiles,
  })
  await beginRecycling(db, { id, userId, at: server.clock.now() })
  await recordAudit(server, db, {
    action: 'campaign.recycled',
    enterpriseId: db.enterpriseId,
    object: { id, name },
    after: { profiles },
  })
  return profiles
}

/** The same at the end of a campaign, which ends in any case: what needs approval becomes a request. */
export async function planOrAsk(
  server: Pick<Server, 'clock' | 'random' | 'sealer'>,
  db: TenantDb,
  plan: RecyclingPlan,
): Promise<void> {
  try {
    await planRecycling(server, db, plan)
  } catch (error) {
    if (!(error instanceof ApprovalNeeded)) throw error
    const call = { path: '/campaign/recycle', input: { id: plan.record.id } }
    await askApproval(server, db, { needed: error, call, timeZone: 'UTC' })
  }
}

/** Starts the recycling of an ended campaign on request. @throws Problem `campaign_unfit`, `not_found` */
export async function recycleHandedOut(
  server: Server,
  { enterpriseId, userId }: Who,
  id: string,
): Promise<OutputOf<typeof campaign.recycle>> {
  const profiles = await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockCampaign(db, id)
    if (!record) throw new Problem('not_found')
    if (record.phase !== 'ENDED') throw new Problem('campaign_unfit', { state: stateOf(record, server.clock.now()) })
    return await planRecycling(server, db, { enterpriseId, record, userId })
  })
  // a small campaign is finished here
  if (profiles > 0) await recycleChunks(server, { enterpriseId, id })
  return { profiles }
}

/**
 * Continues the recycling of campaigns that is planned but not done. Safe in concurrent processes: each chunk is
 * processed once, under the lock of its campaign.
 */
export async function recycleEnded(server: Needs): Promise<void> {
  for (const campaign of await server.db.systemTx((db) => selectRecycling(db))) await recycleChunks(server, campaign)
}

async function recycleChunks(server: Needs, campaign: CampaignKey): Promise<void> {
  for (let n = 0; n < CHUNKS; n += 1) if (!(await recycleChunk(server, campaign))) return
}

/** @returns whether there is more to recycle */
async function recycleChunk(server: Needs, { enterpriseId, id }: CampaignKey): Promise<boolean> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockCampaign(db, id)
    if (!record?.recycle_begun_at || record.recycle_done_at) return false
    const ids = await selectHandedOut(db, { id, after: record.recycle_behind, limit: CHUNK_SIZE })
    const userId = record.recycle_by
    const actor = userId === null ? ({ kind: 'system' } as const) : ({ kind: 'user', userId } as const)
    const cause = { enterpriseId, at, actor, newId: server.random.uuid }
    if (ids.length > 0) await makeDue(db, cause, { ids, reason: 'CAMPAIGN_END' })
    if (ids.length > 0) await moveRecycling(db, { id, after: ids.at(-1)!, more: ids.length })
    if (ids.length < CHUNK_SIZE) await endRecycling(db, { id, at })
    return ids.length === CHUNK_SIZE
  })
}
