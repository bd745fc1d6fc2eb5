import { iccidKey } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import { groupLimitIn } from '../../../db/group-limit.ts'
import type { PoolId, ProfileId } from '../../../db/row-id.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { openCardKeys, openPackage, sealCardKeys, sealPackage } from '../../platform/vault/service.ts'
import { defaultsOfGroups, groupByRule, groupsByName } from '../../profiles/groups/service.ts'
import {
  addToHeldIccids,
  type Cause,
  insertProfiles,
  isAllowed,
  type LockedProfile,
  lockByIccid,
  type NewProfile,
  type ProfileBatch,
  regenerateProfiles,
  reserveIccids,
} from '../../profiles/lifecycle/service.ts'
import { joinRotationPool, openRotationPool } from '../../profiles/pools/service.ts'
import { setRecycleTime } from '../recycle/service.ts'
import type { DrawnProfile } from './draw.ts'
import { withinIccidLimit } from './iccid-room.ts'
import {
  type BatchFacts,
  insertKeys,
  insertOutcomes,
  insertPackages,
  type RowOutcome,
  replacePackages,
  updateKeys,
} from './insert.ts'
import { placeInOwnGroups } from './own-group.ts'
import { selectForeign } from './queries.ts'
import { namesTraits, resolveTraits } from './row-traits.ts'

export type Commit = {
  facts: BatchFacts
  profiles: readonly DrawnProfile[]
  generateAgain: 'yes' | 'no'
}

/** Why a row failed: texts of the result file. */
export const reasons = {
  taken: 'This ICCID is not available.',
  exists: 'This ICCID already exists.',
  expired: 'EXPIRE_TIME is in the past.',
  elsewhere: 'You see only some groups, and this row names none of them.',
  pooled: 'A campaign has this profile. Take it out of the campaign first.',
} as const

/**
 * Inserts profiles, codes, orders, events and counters for drawn rows, in the caller's transaction. The primary key
 * of the ICCID directory decides here which enterprise owns an ICCID; the preview may be outdated.
 * @returns the outcome of each row, which is also stored with the batch
 */
export async function commitProfiles(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { facts, profiles, generateAgain }: Commit,
): Promise<RowOutcome[]> {
  const isPast = (time: Date | null) => time !== null && time <= facts.at
  const expired = profiles.filter(({ expiresAt, recycleAt }) => isPast(expiresAt) || isPast(recycleAt))
  const unexpired = profiles.filter((profile) => !expired.includes(profile))
  const { resolved, unresolved } = await resolveTraits(server, db, { facts, profiles: unexpired })
  const named = await withGroups(server, db, { facts, profiles: resolved })
  const { placed, elsewhere } = await placeInOwnGroups(db, facts, named)
  const { fits: grouped, beyond, reason } = await withinIccidLimit(server, db, facts, placed)
  const { free, count } = await reserveIccids(db, grouped)
  const added = await placedByRule(
    db,
    facts,
    grouped.filter((profile) => free.has(profile.iccidKey)),
  )
  const existing = await withDefaultTimes(
    db,
    facts,
    grouped.filter((profile) => !free.has(profile.iccidKey)),
  )
  if (added.length > 0) await insertNew(server, db, { facts, profiles: added })
  const renewed =
    existing.length > 0 ? await renewExisting(server, db, { facts, profiles: existing, generateAgain }) : []
  const outcomes = [
    ...added.map(succeeded),
    ...renewed,
    ...expired.map((profile) => failed(profile, reasons.expired)),
    ...unresolved.map(({ profile, reason: why }) => failed(profile, why)),
    ...elsewhere.map((profile) => failed(profile, reasons.elsewhere)),
    ...beyond.map((profile) => ({ ...failed(profile, reason), isBeyondPlan: true as const })),
  ].sort((a, b) => a.line - b.line)
  await insertOutcomes(db, facts, outcomes)
  await addToHeldIccids(db, facts.enterpriseId, count)
  return outcomes
}

/**
 * Inserts new profiles, each in the batch that it names, in the caller's transaction.
 * @returns the positions of those that more has to be done for, or nothing: their ICCID is in use or beyond the plan, they
 * are expired, name a group or rotate. If there are any, no profile was inserted.
 */
export async function commitNew(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { facts, profiles }: { facts: BatchFacts; profiles: readonly (DrawnProfile & { batch: ProfileBatch })[] },
): Promise<ReadonlySet<number>> {
  const isNamed = ({ groupName }: DrawnProfile) => groupName !== null
  const isPast = (time: Date | null) => time !== null && time <= facts.at
  const keys = profiles.map((profile) => profile.iccidKey)
  const unfit = positionsOf(
    profiles,
    (one, index) =>
      (facts.rotation && canRotate(one)) ||
      isNamed(one) ||
      namesTraits(one) ||
      isPast(one.expiresAt) ||
      isPast(one.recycleAt) ||
      keys.indexOf(one.iccidKey) < index,
  )
  if (unfit.size > 0) return unfit
  const { beyond } = await withinIccidLimit(server, db, facts, profiles)
  if (beyond.length > 0) return positionsOf(profiles, (profile) => beyond.includes(profile))
  const { free, count } = await reserveIccids(db, profiles)
  const used = positionsOf(profiles, (profile) => !free.has(profile.iccidKey))
  if (used.size > 0) return used
  await insertNew(server, db, { facts, profiles: await placedByRule(db, facts, profiles) })
  await insertOutcomes(
    db,
    facts,
    profiles.map((profile) => ({ ...succeeded(profile), batchId: profile.batch.id })),
  )
  await addToHeldIccids(db, facts.enterpriseId, count)
  return unfit
}

const positionsOf = <T>(items: readonly T[], matches: (item: T, index: number) => boolean): ReadonlySet<number> =>
  new Set(items.flatMap((item, index) => (matches(item, index) ? [index] : [])))

/** Resolves the group names of the file; a missing group is created. */
async function withGroups(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { facts, profiles }: { facts: BatchFacts; profiles: readonly DrawnProfile[] },
): Promise<readonly DrawnProfile[]> {
  const names = new Set(profiles.flatMap(({ groupName }) => groupName ?? []))
  if (names.size === 0) return profiles
  const { enterpriseId, userId, at } = facts
  const ids = await groupsByName(server, db, { enterpriseId, userId, at, names: [...names] })
  return profiles.map((profile) => ({
    ...profile,
    groupId: profile.groupName === null ? null : (ids.get(profile.groupName.toLowerCase()) ?? null),
  }))
}

/** Puts new profiles into the groups that rules assign, and gives them the recycle times of their groups. */
const placedByRule = async (db: TenantDb, facts: BatchFacts, profiles: readonly DrawnProfile[]) =>
  await withDefaultTimes(db, facts, await withRuleGroups(db, facts, profiles))

const DAY_MS = 24 * 60 * 60_000

/** Gives profiles without a recycle time that of their group, if it has one. */
async function withDefaultTimes<P extends DrawnProfile>(
  db: TenantDb,
  { at }: Pick<BatchFacts, 'at'>,
  profiles: readonly P[],
): Promise<readonly P[]> {
  const defaults = await defaultsOfGroups(
    db,
    profiles.map(({ groupId }) => groupId),
  )
  return profiles.map((profile) => {
    const days = defaults.get(profile.groupId ?? '')?.recycleDays ?? null
    if (days === null || profile.recycleAt !== null) return profile
    return { ...profile, recycleAt: new Date(at.getTime() + days * DAY_MS) }
  })
}

/** Puts new profiles for which the file names no group into the group that the enterprise's rules assign. */
async function withRuleGroups(
  db: TenantDb,
  { configurationId }: BatchFacts,
  profiles: readonly DrawnProfile[],
): Promise<readonly DrawnProfile[]> {
  if (profiles.every(({ groupId }) => groupId !== null)) return profiles
  const groupOf = await groupByRule(db, { enterpriseId: db.enterpriseId, configurationId })
  return profiles.map((profile) => ({ ...profile, groupId: profile.groupId ?? groupOf(profile) }))
}

const succeeded = ({ line, iccid, profileId, activationCodeId }: DrawnProfile): RowOutcome => ({
  line,
  iccid,
  profileId,
  activationCodeId,
})

export const failed = (
  { line, iccid }: { line: number; iccid: string },
  reason: string,
): Extract<RowOutcome, { reason: string }> => ({
  line,
  iccid,
  reason,
})

type BatchProfiles = { facts: BatchFacts; profiles: readonly DrawnProfile[] }

async function insertNew(server: Pick<Server, 'random'>, db: TenantDb, batch: BatchProfiles): Promise<void> {
  const { facts, profiles } = batch
  await withRotationPool(db, batch, async (pooled) =>
    insertProfiles(db, causeOf(server, facts), { terms: facts, batch: facts, profiles: pooled }),
  )
  await insertKeys(db, profiles)
  await insertPackages(db, profiles)
  await setRecycleTimes(db, causeOf(server, facts), profiles)
}

const causeOf = ({ random }: Pick<Server, 'random'>, { enterpriseId, userId, at, rule }: BatchFacts): Cause => ({
  enterpriseId,
  at,
  actor: { kind: 'user', userId },
  rule,
  newId: random.uuid,
})

/** A profile can rotate unless its row binds it to an EID or has a confirmation code of its own. */
const canRotate = ({ eid, ownCode }: DrawnProfile) => eid === null && !ownCode

/**
 * Calls `write`. If the codes of the batch rotate, opens the pool first, because profiles refer to it, and adds the
 * profiles to the pool afterwards.
 */
async function withRotationPool(
  db: TenantDb,
  { facts, profiles }: BatchProfiles,
  write: (profiles: readonly NewProfile[]) => Promise<void>,
): Promise<void> {
  const { enterpriseId, maxAttempts, at } = facts
  // the pool of a batch has the id of the batch
  const poolId: PoolId = facts.batchId as string
  const rotating = facts.rotation ? profiles.filter(canRotate) : []
  if (rotating.length > 0) await openRotationPool(db, { enterpriseId, poolId, maxAttempts, at })
  await write(profiles.map((profile) => ({ ...profile, rotationPoolId: rotating.includes(profile) ? poolId : null })))
  const ids = rotating.map(({ profileId }) => profileId)
  if (ids.length > 0) await joinRotationPool(db, { enterpriseId, poolId }, ids)
}

/**
 * Handles rows whose ICCID exists. If another enterprise owns it, the row fails as "not available". The enterprise's
 * own profile gets a new code if the batch generates again or the profile was deleted.
 */
async function renewExisting(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { facts, profiles, generateAgain }: Omit<Commit, 'profiles'> & BatchProfiles,
): Promise<RowOutcome[]> {
  const { enterpriseId } = facts
  const foreign = await selectForeign(
    db,
    profiles.map((profile) => profile.iccidKey),
  )
  const own = profiles.filter((profile) => !foreign.has(profile.iccidKey))
  const outcomes = profiles
    .filter((profile) => foreign.has(profile.iccidKey))
    .map((profile) => failed(profile, reasons.taken))
  if (own.length === 0) return outcomes

  const locked = await lockByIccid(
    db,
    own.map((profile) => profile.iccidKey),
  )
  const byKey = new Map(locked.map((profile) => [iccidKey(profile.iccid), profile]))
  const renewed: Renewed[] = []
  for (const drawn of own) {
    const before = byKey.get(drawn.iccidKey)
    const mayRenew = generateAgain === 'yes' || before?.status === 'REMOVED'
    // a profile of a group that the member does not see
    if (!before && groupLimitIn(enterpriseId)) outcomes.push(failed(drawn, reasons.taken))
    else if (!mayRenew) outcomes.push(failed(drawn, reasons.exists))
    else if (before && isPooled(before) && before.status !== 'REMOVED') outcomes.push(failed(drawn, reasons.pooled))
    else if (before && isAllowed('generatedAgain', before))
      renewed.push({ drawn: movedTo(server, facts, drawn, before.profile_id), before })
    else outcomes.push(failed(drawn, `The profile is ${before?.status ?? 'gone'}: a device holds it.`))
  }
  if (renewed.length > 0) await renew(server, db, { facts, renewed })
  return [...outcomes, ...renewed.map(({ drawn }) => succeeded(drawn))]
}

export type Renewed = { drawn: DrawnProfile; before: LockedProfile }

/** Is in a campaign that has not handed it out. */
export const isPooled = ({ pool_kind: kind, member_state: state }: LockedProfile) =>
  kind === 'campaign' && state !== 'TAKEN'

/** Seals the drawn keys again for the existing profile: a sealed value opens only in its own row. */
function movedTo(
  server: Pick<Server, 'vault'>,
  { enterpriseId }: BatchFacts,
  drawn: DrawnProfile,
  profileId: ProfileId,
): DrawnProfile {
  const keys = openCardKeys(server.vault, { enterpriseId, profileId: drawn.profileId }, drawn.sealedKeys)
  const sealedKeys = sealCardKeys(server.vault, { enterpriseId, profileId }, keys)
  const { sealedPackage } = drawn
  if (!sealedPackage) return { ...drawn, profileId, sealedKeys }
  const upp = openPackage(server.vault, { enterpriseId, profileId: drawn.profileId }, sealedPackage)
  return {
    ...drawn,
    profileId,
    sealedKeys,
    sealedPackage: sealPackage(server.vault, { enterpriseId, profileId }, upp),
  }
}

/** Gives existing profiles the codes drawn for them; their old codes become invalid. */
export async function renew(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { facts, renewed }: { facts: BatchFacts; renewed: readonly Renewed[] },
): Promise<void> {
  if (renewed.length === 0) return
  const drawn = renewed.map((one) => one.drawn)
  const before = new Map(renewed.map((one) => [one.drawn.profileId, one.before]))
  await withRotationPool(db, { facts, profiles: drawn }, async (pooled) => {
    const profiles = pooled.map((profile) => ({ ...profile, before: before.get(profile.profileId)! }))
    await regenerateProfiles(db, causeOf(server, facts), { terms: facts, batch: facts, profiles })
  })
  await updateKeys(db, drawn)
  await replacePackages(db, drawn)
  await setRecycleTimes(db, causeOf(server, facts), drawn)
}

/** Sets the recycle times that profiles with a Recycle applet have from their rows. */
async function setRecycleTimes(
  db: TenantDb,
  cause: Cause,
  profiles: readonly Pick<DrawnProfile, 'profileId' | 'recycleAt'>[],
): Promise<void> {
  const timed = profiles.flatMap(({ profileId, recycleAt }) => (recycleAt ? [{ profileId, recycleAt }] : []))
  for (const [time, rows] of Map.groupBy(timed, ({ recycleAt }) => recycleAt.getTime()))
    await setRecycleTime(db, cause, { ids: rows.map(({ profileId }) => profileId), recycleAt: new Date(time) })
}
