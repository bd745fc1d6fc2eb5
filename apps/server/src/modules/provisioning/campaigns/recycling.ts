import { type OutputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import type { TenantDb } from '../../../db/database.ts'
import type { Who } from '../../../http/call.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { makeDue } from '../recycle/service.ts'
import type { Server } from './port.ts'
import { type CampaignRecord, lockCampaign } from './queries.ts'
import {
  beginRecycling,
  countHandedOut,
  endRecycling,
  moveRecycling,
  selectHandedOut,
  selectRecycling,
} from './recycling-queries.ts'
import { stateOf } from './state.ts'

type Needs = Pick<Server, 'db' | 'clock' | 'random'>

/** Profiles in a transaction, and transactions in one go; the rest comes with the next sweep. */
const AT_ONCE = 1_000
const PARTS = 10

type Beginning = {
  enterpriseId: string
  record: Pick<CampaignRecord, 'id' | 'name'>
  /** Null: the clock does it. */
  userId: string | null
}

/** What the campaign has handed out is to be recycled: noted here, done part by part by {@link recycleEnded}. @returns how many */
export async function planRecycling(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { enterpriseId, record: { id, name }, userId }: Beginning,
): Promise<number> {
  const profiles = await countHandedOut(db, enterpriseId, id)
  if (profiles === 0) return 0
  await beginRecycling(db, enterpriseId, { id, userId, at: server.clock.now() })
  await recordAudit(server, db, {
    action: 'campaign.recycled',
    enterpriseId,
    object: { id, name },
    after: { profiles },
  })
  return profiles
}

/** By hand, once it has ended. @throws Problem campaign_unfit, not_found */
export async function recycleHandedOut(
  server: Server,
  { enterpriseId, userId }: Who,
  id: string,
): Promise<OutputOf<typeof campaign.recycle>> {
  const profiles = await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockCampaign(db, enterpriseId, id)
    if (!record) throw new Problem('not_found')
    if (record.phase !== 'ENDED') throw new Problem('campaign_unfit', { state: stateOf(record, server.clock.now()) })
    return await planRecycling(server, db, { enterpriseId, record, userId })
  })
  // a small campaign is done with at once
  if (profiles > 0) await recycleParts(server, { enterpriseId, id })
  return { profiles }
}

/**
 * Goes on with the campaigns whose profiles are to be recycled, and that nobody has finished. Any number of processes may
 * do it at once: each part is taken once.
 */
export async function recycleEnded(server: Needs): Promise<void> {
  for (const place of await server.db.systemTx((db) => selectRecycling(db))) await recycleParts(server, place)
}

type Place = { enterpriseId: string; id: string }

async function recycleParts(server: Needs, place: Place): Promise<void> {
  for (let part = 0; part < PARTS; part += 1) if (!(await recyclePart(server, place))) return
}

/** @returns whether more is to be done */
async function recyclePart(server: Needs, { enterpriseId, id }: Place): Promise<boolean> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockCampaign(db, enterpriseId, id)
    if (!record?.recycle_begun_at || record.recycle_done_at) return false
    const ids = await selectHandedOut(db, enterpriseId, { id, behind: record.recycle_behind, limit: AT_ONCE })
    const userId = record.recycle_by
    const actor = userId === null ? ({ kind: 'system' } as const) : ({ kind: 'user', userId } as const)
    const cause = { enterpriseId, at, actor, newId: server.random.uuid }
    if (ids.length > 0) await makeDue(db, cause, { ids, reason: 'CAMPAIGN_END' })
    if (ids.length > 0) await moveRecycling(db, enterpriseId, { id, behind: ids.at(-1)!, more: ids.length })
    if (ids.length < AT_ONCE) await endRecycling(db, enterpriseId, { id, at })
    return ids.length === AT_ONCE
  })
}
