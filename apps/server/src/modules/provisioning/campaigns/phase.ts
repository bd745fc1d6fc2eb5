import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import { CAMPAIGN_PROFILES_MAX } from '@simwright/contract/provisioning/campaign'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { removeUndelivered } from './fill.ts'
import { type CampaignRecord, markRemoved, updatePhase } from './queries.ts'
import { planOrAsk } from './recycling.ts'
import { lockVersion } from './service.ts'
import { stateOf } from './state.ts'

type Versioned = ParsedInputOf<typeof campaign.start>
type CampaignMove = 'start' | 'pause' | 'resume'

const actions = {
  start: { from: ['DRAFT'], phase: 'LIVE', action: 'campaign.started' },
  pause: { from: ['SCHEDULED', 'ACTIVE'], phase: 'PAUSED', action: 'campaign.paused' },
  resume: { from: ['PAUSED'], phase: 'LIVE', action: 'campaign.resumed' },
} as const

/** Starts, pauses or resumes a campaign. @throws Problem `campaign_unfit` for its state, `campaign_empty`, `invalid` */
export async function moveCampaign(
  server: Server,
  { enterpriseId }: Who,
  { id, version, action }: Versioned & { action: CampaignMove },
): Promise<OutputOf<typeof campaign.start>> {
  const { from, phase, action: name } = actions[action]
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockVersion(db, { id, version })
    const state = stateOf(record, at)
    if (!(from as readonly string[]).includes(state)) throw new Problem('campaign_unfit', { state })
    if (action === 'start') mustBeReady(record, at)
    await updatePhase(db, { id, phase, at })
    const change = { before: { state }, after: { state: stateOf({ ...record, phase }, at) } }
    await recordAudit(server, db, { action: name, enterpriseId, object: { id, name: record.name }, ...change })
  })
  return { version: version + 1 }
}

function mustBeReady(record: CampaignRecord, at: Date): void {
  if (record.profiles === 0) throw new Problem('campaign_empty')
  if (record.ends_at !== null && record.ends_at <= at)
    throw new Problem('invalid', {}, { faults: [{ path: 'endsAt', rule: 'past', text: 'The end lies in the past.' }] })
}

export async function endCampaign(
  server: Server,
  { enterpriseId, userId }: Who,
  { id, version }: Versioned,
): Promise<OutputOf<typeof campaign.end>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockVersion(db, { id, version })
    const state = stateOf(record, server.clock.now())
    if (record.phase === 'DRAFT' || record.phase === 'ENDED') throw new Problem('campaign_unfit', { state })
    const leftOver = await closeCampaign(server, db, { enterpriseId, record, userId })
    return { version: version + 1, leftOver }
  })
}

type CampaignEnding = { enterpriseId: EnterpriseId; record: CampaignRecord; userId: UserId | null }

/**
 * Ends a campaign for good: profiles not handed out leave it, and its code becomes invalid.
 * @returns the number of profiles that were not handed out
 */
export async function closeCampaign(
  server: Pick<Server, 'clock' | 'random' | 'sealer'>,
  db: TenantDb,
  { record, userId }: CampaignEnding,
): Promise<number> {
  const { enterpriseId } = db
  const at = server.clock.now()
  const { id, name } = record
  const before = { state: stateOf({ ...record, ends_at: null }, at) }
  const all = { most: CAMPAIGN_PROFILES_MAX, which: 'not handed out' } as const
  const leftOver = await removeUndelivered(server, db, { enterpriseId, campaign: record, userId, ...all })
  await updatePhase(db, { id, phase: 'ENDED', at, leftOver })
  const change = { before, after: { state: 'ENDED', leftOver } }
  await recordAudit(server, db, { action: 'campaign.ended', enterpriseId, object: { id, name }, ...change })
  if (record.at_end === 'RECYCLE') await planOrAsk(server, db, { enterpriseId, record, userId })
  return leftOver
}

/** Marks a draft or an ended campaign as removed. The profiles of a draft leave it. */
export async function removeCampaign(
  server: Server,
  { enterpriseId, userId }: Who,
  { id, version }: Versioned,
): Promise<OutputOf<typeof campaign.remove>> {
  const at = server.clock.now()
  await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockVersion(db, { id, version })
    const { phase, name } = record
    if (phase !== 'DRAFT' && phase !== 'ENDED') throw new Problem('campaign_unfit', { state: stateOf(record, at) })
    const all = { most: CAMPAIGN_PROFILES_MAX, which: 'not handed out' } as const
    await removeUndelivered(server, db, { enterpriseId, campaign: record, userId, ...all })
    await markRemoved(db, { id, at })
    const entry = { enterpriseId, object: { id, name }, before: { state: phase } }
    await recordAudit(server, db, { action: 'campaign.removed', ...entry })
  })
  return {}
}
