import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as campaign from '@simwright/contract/provisioning/campaign'
import { CAMPAIGN_PROFILES_MAX } from '@simwright/contract/provisioning/campaign'
import type { TenantDb } from '../../../db/database.ts'
import type { ConfigurationId, EnterpriseId, UserId } from '../../../db/row-id.ts'
import type { OnceAnswer, OnceCall, Who } from '../../../http/call.ts'
import { ONCE_LIFE_MS } from '../../../http/once.ts'
import type { CampaignsServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { readConfiguration } from '../../profiles/configurations/service.ts'
import { conditionOf } from '../../profiles/fleet/service.ts'
import { type Cause, isAllowed, lockProfiles, move } from '../../profiles/lifecycle/service.ts'
import { countFit, type FillQuery, lockUndelivered, selectFit } from './fill-queries.ts'
import { type CampaignRecord, lockCampaign, selectCampaign, selectIdByName } from './queries.ts'
import { stateOf } from './state.ts'

type Input<E> = { input: ParsedInputOf<E>; timeZone: string }

/** Maximum number of profiles a preview counts. */
const COUNTED_MAX = CAMPAIGN_PROFILES_MAX * 2

export async function previewFill(
  server: Server,
  { enterpriseId }: Who,
  { input: { id, filter }, timeZone }: Input<typeof campaign.preview>,
): Promise<OutputOf<typeof campaign.preview>> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await selectCampaign(db, id)
    if (!record) throw new Problem('not_found')
    const { configuration_id: configurationId, profiles } = record
    return await countSelected(server, db, { enterpriseId, filter, timeZone, configurationId, profiles })
  })
}

/** @throws Problem `not_found` if the enterprise does not have the configuration */
export async function previewNewFill(
  server: Server,
  who: Who,
  { input: { configurationId, filter }, timeZone }: Input<typeof campaign.previewNew>,
): Promise<OutputOf<typeof campaign.previewNew>> {
  const { enterpriseId } = who
  await readConfiguration(server, who, configurationId)
  return await server.db.tenantTx(enterpriseId, (db) =>
    countSelected(server, db, { enterpriseId, filter, timeZone, configurationId, profiles: 0 }),
  )
}

/** Counts the selected profiles that a campaign, which has `profiles` already, can get, and the others by reason. */
async function countSelected(
  server: Server,
  db: TenantDb,
  { profiles, ...selection }: Omit<FillSelection, 'at'> & { profiles: number },
): Promise<OutputOf<typeof campaign.preview>> {
  const query = await fillQueryOf(db, { ...selection, at: server.clock.now() })
  const counts = await countFit(db, query, COUNTED_MAX)
  const fit = counts.find(({ reason }) => reason === null)?.count ?? 0
  const unfit = counts.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]))
  const capacity = CAMPAIGN_PROFILES_MAX - profiles
  return { fit: Math.min(fit, capacity), capped: fit > capacity, unfit: unfit.sort((a, b) => b.count - a.count) }
}

type FillSelection = {
  enterpriseId: EnterpriseId
  filter: ParsedInputOf<typeof campaign.fill>['filter']
  timeZone: string
  configurationId: ConfigurationId
  at: Date
}

async function fillQueryOf(db: TenantDb, fillSelection: FillSelection): Promise<FillQuery> {
  const { enterpriseId, filter, timeZone, configurationId, at } = fillSelection
  const selection = { filter, except: [] }
  const condition = await conditionOf(db, { enterpriseId, selection, asOf: at, timeZone })
  return { enterpriseId, condition, configurationId, at }
}

/** Profiles per transaction: small enough that other requests are answered meanwhile and watchers see the progress. */
const CHUNK_SIZE = 5_000

type FillInput = OnceCall<typeof campaign.fill> & { timeZone: string }

/**
 * Adds the selected profiles to a campaign, in chunks. Profiles added before the campaign ended or was full stay in
 * and are counted. Each chunk except the last stores a checkpoint, from which the same call continues after a crash.
 */
export async function fillCampaign(
  server: Server,
  who: Who,
  fill: FillInput,
  chunkSize = CHUNK_SIZE,
): OnceAnswer<typeof campaign.fill> {
  const { enterpriseId } = who
  const { input, once } = fill
  const isLong = input.most > chunkSize
  const call = callOf(server, enterpriseId, fill)
  const known = isLong ? await server.db.tenantRead(enterpriseId, (db) => selectProgress(db, call)) : undefined
  let progress: Progress = { ...(known ?? NO_PROGRESS), isOver: false }
  while (!progress.isOver && input.most - progress.added > chunkSize) {
    progress = await server.db.tenantTx(enterpriseId, async (db) => {
      const next = await fillChunk(server, db, { who, fill, call, most: chunkSize })
      const { added, afterId } = next
      if (afterId !== undefined) await upsertProgress(db, call, { added, afterId, at: server.clock.now() })
      return next
    })
  }
  return await once.tenantTx(enterpriseId, async (db) => {
    if (isLong) await deleteLapsed(db, call)
    if (progress.isOver) return { added: progress.added }
    const { added } = await fillChunk(server, db, { who, fill, call, most: chunkSize })
    return { added }
  })
}

const NO_PROGRESS: FillProgress = { added: 0, afterId: undefined }

const callOf = ({ clock }: Server, enterpriseId: EnterpriseId, { input, once }: FillInput): FillCall => ({
  enterpriseId,
  campaignId: input.id,
  call: once.fingerprint,
  since: new Date(clock.now().getTime() - ONCE_LIFE_MS),
})

/** `isOver`: no selected profile is left, or the campaign is full or has ended. */
type Progress = FillProgress & { isOver: boolean }

type FillChunk = { who: Who; fill: FillInput; call: FillCall; most: number }

/** Adds the next chunk after the call's checkpoint. The returned count includes previous chunks. */
async function fillChunk(
  server: Server,
  db: TenantDb,
  { who: { enterpriseId, userId }, fill: { input, timeZone }, call, most }: FillChunk,
): Promise<Progress> {
  const { id, filter } = input
  const record = await lockCampaign(db, id)
  if (!record) throw new Problem('not_found')
  const before = (await selectProgress(db, call)) ?? NO_PROGRESS
  const refusal = whyNotOpen(server, record) ?? whyFull(record)
  if (refusal && before.added === 0) throw refusal
  const wanted = Math.min(most, input.most - before.added, CAMPAIGN_PROFILES_MAX - record.profiles)
  if (refusal || wanted <= 0) return { ...before, isOver: true }
  const at = server.clock.now()
  const query = await fillQueryOf(db, { enterpriseId, filter, timeZone, configurationId: record.configuration_id, at })
  const ids = await selectFit(db, query, { most: wanted, afterId: before.afterId })
  const cause = { enterpriseId, at, actor: { kind: 'user', userId }, newId: () => server.random.uuid() } as const
  const joined = await joinCampaign(db, cause, record, ids)
  if (joined > 0) {
    const facts = { enterpriseId, object: { id, name: record.name }, after: { profiles: joined } }
    await recordAudit(server, db, { action: 'campaign.filled', ...facts })
  }
  return { added: before.added + joined, afterId: ids.at(-1) ?? before.afterId, isOver: ids.length < wanted }
}

/**
 * Adds profiles to the campaign, except those that were changed since they were selected.
 * @returns how many were added
 */
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

type Resources = {
  name: string
  profilesOf: (configurationId: ConfigurationId) => Promise<readonly string[]>
  count: number
}

/**
 * Puts new profiles into the campaign with this name, in the caller's transaction: all of them, or none.
 * @param profilesOf generates them with the configuration of the campaign, and returns their ids
 * @throws Problem `not_found`, `campaign_unfit`, `campaign_full`
 */
export async function addResources(
  server: Server,
  db: TenantDb,
  { userId }: Who,
  { name, profilesOf, count }: Resources,
): Promise<{ name: string }> {
  const { enterpriseId } = db
  const id = await selectIdByName(db, name)
  const record = id && (await lockCampaign(db, id))
  if (!id || !record) throw new Problem('not_found')
  const refusal = whyNotOpen(server, record)
  if (refusal) throw refusal
  if (record.profiles + count > CAMPAIGN_PROFILES_MAX)
    throw new Problem('campaign_full', { max: CAMPAIGN_PROFILES_MAX.toLocaleString('en') })
  const ids = await profilesOf(record.configuration_id)
  const at = server.clock.now()
  const cause = { enterpriseId, at, actor: { kind: 'user', userId }, newId: () => server.random.uuid() } as const
  const joined = await joinCampaign(db, cause, record, ids)
  if (joined !== ids.length) throw new Problem('campaign_unfit', { state: 'closed to rotating codes' })
  const facts = { enterpriseId, object: { id, name: record.name }, after: { profiles: joined } }
  await recordAudit(server, db, { action: 'campaign.filled', ...facts })
  return { name: record.name }
}

export async function emptyCampaign(
  server: Server,
  who: Who,
  { id, most }: ParsedInputOf<typeof campaign.takeOut>,
  chunkSize = CHUNK_SIZE,
): Promise<OutputOf<typeof campaign.takeOut>> {
  let removed = 0
  for (let isMore = true; isMore && removed < most; ) {
    const wanted = Math.min(chunkSize, most - removed)
    const count = await emptyChunk(server, who, { id, most: wanted })
    removed += count
    isMore = count === wanted
  }
  return { removed }
}

async function emptyChunk(
  server: Server,
  { enterpriseId, userId }: Who,
  { id, most }: ParsedInputOf<typeof campaign.takeOut>,
): Promise<number> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const record = await lockOpen(server, db, { enterpriseId, id })
    const removed = await removeUndelivered(server, db, { enterpriseId, campaign: record, userId, most, which: 'free' })
    const entry = { enterpriseId, object: { id, name: record.name }, before: { profiles: removed } }
    if (removed > 0) await recordAudit(server, db, { action: 'campaign.emptied', ...entry })
    return removed
  })
}

/** @throws Problem `not_found`, `campaign_unfit` if it has ended */
async function lockOpen(
  server: Server,
  db: TenantDb,
  { id }: { enterpriseId: EnterpriseId; id: string },
): Promise<CampaignRecord> {
  const record = await lockCampaign(db, id)
  if (!record) throw new Problem('not_found')
  const refusal = whyNotOpen(server, record)
  if (refusal) throw refusal
  return record
}

const whyNotOpen = ({ clock }: Server, record: CampaignRecord): Problem | undefined =>
  stateOf(record, clock.now()) === 'ENDED' ? new Problem('campaign_unfit', { state: 'ENDED' }) : undefined

const whyFull = ({ profiles }: CampaignRecord): Problem | undefined =>
  profiles >= CAMPAIGN_PROFILES_MAX
    ? new Problem('campaign_full', { max: CAMPAIGN_PROFILES_MAX.toLocaleString('en') })
    : undefined

type Removal = {
  enterpriseId: EnterpriseId
  campaign: Pick<CampaignRecord, 'id' | 'name'>
  /** Null if the campaign ends on schedule. */
  userId: UserId | null
  most: number
  which: 'free' | 'not handed out'
}

/** Removes profiles that were not handed out from the campaign. @returns how many */
export async function removeUndelivered(
  server: Pick<Server, 'clock' | 'random'>,
  db: TenantDb,
  { campaign: { id, name }, userId, most, which }: Removal,
): Promise<number> {
  const { enterpriseId } = db
  const rows = await lockProfiles(db, enterpriseId, await lockUndelivered(db, { poolId: id }, { most, which }))
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

/**
 * A call that fills a campaign, identified by its fingerprint. Checkpoints older than `since` belong to an earlier
 * call.
 */
type FillCall = { enterpriseId: EnterpriseId; campaignId: string; call: Buffer; since: Date }

/** Number of profiles added, and the profile ID after which the search continues. */
type FillProgress = { added: number; afterId: string | undefined }

async function selectProgress(db: TenantDb, { call, since }: FillCall): Promise<FillProgress | undefined> {
  return await db
    .selectFrom('campaign_fill')
    .select(['added', 'after_id as afterId'])
    .where('enterprise_id', '=', db.enterpriseId)
    .where('call', '=', call)
    .where('updated_at', '>=', since)
    .executeTakeFirst()
}

async function upsertProgress(
  db: TenantDb,
  { campaignId, call }: FillCall,
  { added, afterId, at }: { added: number; afterId: string; at: Date },
): Promise<void> {
  const values = { added, after_id: afterId, updated_at: at }
  await db
    .insertInto('campaign_fill')
    .values({ enterprise_id: db.enterpriseId, campaign_id: campaignId, call, ...values })
    .onConflict((conflict) => conflict.columns(['enterprise_id', 'call']).doUpdateSet(values))
    .execute()
}

/** Deletes the campaign's checkpoints that are too old for a repeated call. */
async function deleteLapsed(db: TenantDb, { campaignId, since }: FillCall): Promise<void> {
  await db
    .deleteFrom('campaign_fill')
    .where('enterprise_id', '=', db.enterpriseId)
    .where('campaign_id', '=', campaignId)
    .where('updated_at', '<', since)
    .execute()
}
