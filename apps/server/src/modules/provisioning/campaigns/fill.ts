import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import { CAMPAIGN_PROFILES_MAX } from '@simwright/contract/provisioning/campaign'
import type { TenantDb } from '../../../db/database.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { ONCE_LIFE_MS } from '../../../http/once.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { conditionOf } from '../../profiles/fleet/service.ts'
import { type Cause, isAllowed, lockProfiles, move } from '../../profiles/lifecycle/service.ts'
import { deleteLapsed, type FillCall, type FillProgress, selectProgress, upsertProgress } from './fill-progress.ts'
import { countFit, type Meant, selectFit, selectLeaving } from './fill-queries.ts'
import type { Server } from './port.ts'
import { type CampaignRecord, lockCampaign, selectCampaign } from './queries.ts'
import { stateOf } from './state.ts'

type In<E> = ParsedInputOf<E>
type Out<E> = OutputOf<E>
type Asked<E> = { input: In<E>; timeZone: string }

/** How many profiles a preview looks at. */
const LOOKED_AT = CAMPAIGN_PROFILES_MAX * 2

export async function previewFill(
  server: Server,
  { enterpriseId }: Who,
  { input: { id, filter }, timeZone }: Asked<typeof campaign.preview>,
): Promise<Out<typeof campaign.preview>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const found = await selectCampaign(db, enterpriseId, id)
    if (!found) throw new Problem('not_found')
    const at = server.clock.now()
    const meant = await meantBy(db, { enterpriseId, filter, timeZone, configurationId: found.configuration_id, at })
    const counts = await countFit(db, meant, LOOKED_AT)
    const fit = counts.find(({ reason }) => reason === null)?.count ?? 0
    const unfit = counts.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]))
    const room = CAMPAIGN_PROFILES_MAX - found.profiles
    return { fit: Math.min(fit, room), capped: fit > room, unfit: unfit.sort((a, b) => b.count - a.count) }
  })
}

type Meaning = {
  enterpriseId: string
  filter: In<typeof campaign.fill>['filter']
  timeZone: string
  configurationId: string
  at: Date
}

async function meantBy(db: TenantDb, meaning: Meaning): Promise<Meant> {
  const { enterpriseId, filter, timeZone, configurationId, at } = meaning
  const selection = { filter, except: [] }
  const condition = await conditionOf(db, { enterpriseId, selection, asOf: at, timeZone })
  return { enterpriseId, condition, configurationId, at }
}

/** So many go in or out in one transaction: others are answered meanwhile, and whoever watches the campaign sees them come. */
const PART = 5_000

type Filling = OnceCall<typeof campaign.fill> & { timeZone: string }

/**
 * What was put in before the campaign ended, or was full, stays in and is counted. All shares but the last leave a
 * checkpoint, so that the same call goes on from there after a crash.
 */
export async function fillCampaign(
  server: Server,
  who: Who,
  filling: Filling,
  partSize = PART,
): OnceAnswer<typeof campaign.fill> {
  const { enterpriseId } = who
  const { input, once } = filling
  const isLong = input.most > partSize
  const call = callOf(server, enterpriseId, filling)
  const known = isLong ? await server.db.tenantRead(enterpriseId, (db) => selectProgress(db, call)) : undefined
  let progress: Progress = { ...(known ?? NO_PROGRESS), isOver: false }
  while (!progress.isOver && input.most - progress.added > partSize) {
    progress = await server.db.tenantTx(enterpriseId, async (db) => {
      const next = await fillShare(server, db, { who, filling, call, most: partSize })
      const { added, afterId } = next
      if (afterId !== undefined) await upsertProgress(db, call, { added, afterId, at: server.clock.now() })
      return next
    })
  }
  return await once.tenantTx(enterpriseId, async (db) => {
    if (isLong) await deleteLapsed(db, call)
    if (progress.isOver) return { added: progress.added }
    const { added } = await fillShare(server, db, { who, filling, call, most: partSize })
    return { added }
  })
}

const NO_PROGRESS: FillProgress = { added: 0, afterId: undefined }

const callOf = ({ clock }: Server, enterpriseId: string, { input, once }: Filling): FillCall => ({
  enterpriseId,
  campaignId: input.id,
  call: once.fingerprint,
  since: new Date(clock.now().getTime() - ONCE_LIFE_MS),
})

/** `isOver`: no profile is left that fits, or the campaign takes no more. */
type Progress = FillProgress & { isOver: boolean }

type Share = { who: Who; filling: Filling; call: FillCall; most: number }

/** Goes on where the call's checkpoint says, and counts what was added before. */
async function fillShare(
  server: Server,
  db: TenantDb,
  { who: { enterpriseId, userId }, filling: { input, timeZone }, call, most }: Share,
): Promise<Progress> {
  const { id, filter } = input
  const held = await lockCampaign(db, enterpriseId, id)
  if (!held) throw new Problem('not_found')
  const before = (await selectProgress(db, call)) ?? NO_PROGRESS
  const refusal = whyNotOpen(server, held) ?? whyFull(held)
  if (refusal && before.added === 0) throw refusal
  const wanted = Math.min(most, input.most - before.added, CAMPAIGN_PROFILES_MAX - held.profiles)
  if (refusal || wanted <= 0) return { ...before, isOver: true }
  const at = server.clock.now()
  const meant = await meantBy(db, { enterpriseId, filter, timeZone, configurationId: held.configuration_id, at })
  const ids = await selectFit(db, meant, { most: wanted, afterId: before.afterId })
  const cause = { enterpriseId, at, actor: { kind: 'user', userId }, newId: () => server.random.uuid() } as const
  const joined = await joinCampaign(db, cause, held, ids)
  if (joined > 0) {
    const facts = { enterpriseId, object: { id, name: held.name }, after: { profiles: joined } }
    await recordAudit(server, db, { action: 'campaign.filled', ...facts })
  }
  return { added: before.added + joined, afterId: ids.at(-1) ?? before.afterId, isOver: ids.length < wanted }
}

/** What was taken, or used, since it was selected stays out. @returns how many joined */
async function joinCampaign(
  db: TenantDb,
  cause: Cause,
  { id: campaignId, name: campaign }: Pick<CampaignRecord, 'id' | 'name'>,
  ids: readonly string[],
): Promise<number> {
  const locked = await lockProfiles(db, cause.enterpriseId, ids)
  const rows = locked.filter((row) => isAllowed('joinedCampaign', row))
  const transition = { kind: 'joinedCampaign', campaignId, campaign } as const
  await move(
    db,
    cause,
    rows.map((row) => ({ row, transition })),
  )
  return rows.length
}

export async function emptyCampaign(
  server: Server,
  who: Who,
  { id, most }: In<typeof campaign.takeOut>,
  partSize = PART,
): Promise<Out<typeof campaign.takeOut>> {
  let removed = 0
  for (let isMore = true; isMore && removed < most; ) {
    const asked = Math.min(partSize, most - removed)
    const part = await emptyPart(server, who, { id, most: asked })
    removed += part
    isMore = part === asked
  }
  return { removed }
}

async function emptyPart(
  server: Server,
  { enterpriseId, userId }: Who,
  { id, most }: In<typeof campaign.takeOut>,
): Promise<number> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const held = await lockOpen(server, db, { enterpriseId, id })
    const removed = await sendBack(server, db, { enterpriseId, campaign: held, userId, most, which: 'free' })
    const told = { enterpriseId, object: { id, name: held.name }, before: { profiles: removed } }
    if (removed > 0) await recordAudit(server, db, { action: 'campaign.emptied', ...told })
    return removed
  })
}

async function lockOpen(
  server: Server,
  db: TenantDb,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<CampaignRecord> {
  const held = await lockCampaign(db, enterpriseId, id)
  if (!held) throw new Problem('not_found')
  const refusal = whyNotOpen(server, held)
  if (refusal) throw refusal
  return held
}

const whyNotOpen = ({ clock }: Server, held: CampaignRecord): Problem | undefined =>
  stateOf(held, clock.now()) === 'ENDED' ? new Problem('campaign_unfit', { state: 'ENDED' }) : undefined

const whyFull = ({ profiles }: CampaignRecord): Problem | undefined =>
  profiles >= CAMPAIGN_PROFILES_MAX ? new Problem('campaign_full', { max: CAMPAIGN_PROFILES_MAX }) : undefined

type SendingBack = {
  enterpriseId: string
  campaign: Pick<CampaignRecord, 'id' | 'name'>
  /** Null: the clock does it. */
  userId: string | null
  most: number
  which: 'free' | 'not handed out'
}

/** Profiles that nobody has got leave the campaign. @returns how many */
export async function sendBack(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { enterpriseId, campaign: { id, name }, userId, most, which }: SendingBack,
): Promise<number> {
  const rows = await lockProfiles(
    db,
    enterpriseId,
    await selectLeaving(db, { enterpriseId, poolId: id }, { most, which }),
  )
  const cause: Cause = {
    enterpriseId,
    at: server.clock.now(),
    actor: userId === null ? { kind: 'system' } : { kind: 'user', userId },
    newId: () => server.random.uuid(),
  }
  const left = { kind: 'leftCampaign', campaign: name } as const
  await move(
    db,
    cause,
    rows.map((row) => ({ row, transition: left })),
  )
  return rows.length
}
