import type { TenantDb } from '../../../db/database.ts'
import { openCardKeys, sealCardKeys } from '../../platform/vault/service.ts'
import { groupByRule, groupsByName } from '../../profiles/groups/service.ts'
import {
  type Cause,
  insertProfiles,
  isAllowed,
  type LockedProfile,
  lockByIccid,
  type NewProfile,
  regenerateProfiles,
  takeIccids,
} from '../../profiles/lifecycle/service.ts'
import { joinRotationPool, openRotationPool } from '../../profiles/pools/service.ts'
import type { DrawnProfile } from './draw.ts'
import { type BatchFacts, insertKeys, insertOutcomes, type RowOutcome, updateKeys } from './insert.ts'
import type { Server } from './port.ts'
import { selectForeign } from './queries.ts'

export type Commit = {
  facts: BatchFacts
  profiles: readonly DrawnProfile[]
  generateAgain: 'yes' | 'no'
}

/** Why a row fails: texts of the result file. */
export const reasons = {
  taken: 'This ICCID is not available.',
  exists: 'This ICCID exists already.',
  expired: 'EXPIRE_TIME is in the past.',
  pooled: 'A campaign has this profile. Take it out of the campaign first.',
} as const

/**
 * Makes profiles, codes, orders, events and counters of drawn rows, in the caller's transaction. Who has an ICCID is
 * decided here, by the directory's key, whatever the preview has said.
 * @returns what became of each row; also written to the batch.
 */
export async function commitProfiles(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { facts, profiles, generateAgain }: Commit,
): Promise<RowOutcome[]> {
  const expired = profiles.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= facts.at)
  const named = profiles.filter((profile) => !expired.includes(profile))
  const living = await inGroups(server, db, { facts, profiles: named })
  const free = await takeIccids(db, facts.enterpriseId, living)
  const fresh = await byRule(
    db,
    facts,
    living.filter(({ iccid }) => free.has(iccid)),
  )
  const held = living.filter(({ iccid }) => !free.has(iccid))
  if (fresh.length > 0) await makeFresh(server, db, { facts, profiles: fresh })
  const renewed = held.length > 0 ? await renewHeld(server, db, { facts, profiles: held, generateAgain }) : []
  const outcomes = [
    ...fresh.map(succeeded),
    ...renewed,
    ...expired.map((profile) => failed(profile, reasons.expired)),
  ].sort((a, b) => a.line - b.line)
  await insertOutcomes(db, facts, outcomes)
  return outcomes
}

/** The groups that the file names; one that is not there is made. */
async function inGroups(
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

/** What is new and named into no group comes into the one that a rule says. */
async function byRule(
  db: TenantDb,
  { enterpriseId, configurationId }: BatchFacts,
  profiles: readonly DrawnProfile[],
): Promise<readonly DrawnProfile[]> {
  if (profiles.every(({ groupId }) => groupId !== null)) return profiles
  const groupOf = await groupByRule(db, { enterpriseId, configurationId })
  return profiles.map((profile) => ({ ...profile, groupId: profile.groupId ?? groupOf(profile) }))
}

const succeeded = ({ line, iccid, profileId, activationCodeId }: DrawnProfile): RowOutcome => ({
  line,
  iccid,
  profileId,
  activationCodeId,
})

export const failed = ({ line, iccid }: { line: number; iccid: string }, reason: string): RowOutcome => ({
  line,
  iccid,
  reason,
})

type Part = { facts: BatchFacts; profiles: readonly DrawnProfile[] }

async function makeFresh(server: Pick<Server, 'random'>, db: TenantDb, part: Part): Promise<void> {
  const { facts, profiles } = part
  await inRotation(db, part, async (made) =>
    insertProfiles(db, causeOf(server, facts), { terms: facts, batch: facts, profiles: made }),
  )
  await insertKeys(db, facts.enterpriseId, profiles)
}

const causeOf = ({ random }: Pick<Server, 'random'>, { enterpriseId, userId, at }: BatchFacts): Cause => ({
  enterpriseId,
  at,
  actor: { kind: 'user', userId },
  newId: random.uuid,
})

/** What a row binds to one device, or to a confirmation code of its own, is for that profile alone. */
const isOpenToAll = ({ eid, ownCode }: DrawnProfile) => eid === null && !ownCode

/** Where the codes of the batch rotate, its profiles are in a pool: open before they are made, joined once they are. */
async function inRotation(
  db: TenantDb,
  { facts, profiles }: Part,
  make: (profiles: readonly NewProfile[]) => Promise<void>,
): Promise<void> {
  const { enterpriseId, batchId: poolId, maxAttempts, at } = facts
  const rotating = facts.rotation ? profiles.filter(isOpenToAll) : []
  if (rotating.length > 0) await openRotationPool(db, { enterpriseId, poolId, maxAttempts, at })
  await make(profiles.map((profile) => ({ ...profile, rotationPoolId: rotating.includes(profile) ? poolId : null })))
  const ids = rotating.map(({ profileId }) => profileId)
  if (ids.length > 0) await joinRotationPool(db, { enterpriseId, poolId }, ids)
}

/** Rows whose ICCID exists: another enterprise's is "not available"; one's own gets a new code when that was asked for. */
async function renewHeld(
  server: Pick<Server, 'vault' | 'random'>,
  db: TenantDb,
  { facts, profiles, generateAgain }: Omit<Commit, 'profiles'> & Part,
): Promise<RowOutcome[]> {
  const { enterpriseId } = facts
  const foreign = await selectForeign(
    db,
    enterpriseId,
    profiles.map(({ iccid }) => iccid),
  )
  const own = profiles.filter(({ iccid }) => !foreign.has(iccid))
  const outcomes = profiles.filter(({ iccid }) => foreign.has(iccid)).map((p) => failed(p, reasons.taken))
  if (own.length === 0) return outcomes

  const locked = await lockByIccid(
    db,
    enterpriseId,
    own.map(({ iccid }) => iccid),
  )
  const byIccid = new Map(locked.map((profile) => [profile.iccid, profile]))
  const renewed: Renewed[] = []
  for (const drawn of own) {
    const before = byIccid.get(drawn.iccid)
    const mayRenew = generateAgain === 'yes' || before?.status === 'REMOVED'
    if (!mayRenew) outcomes.push(failed(drawn, reasons.exists))
    else if (before && isPooled(before) && before.status !== 'REMOVED') outcomes.push(failed(drawn, reasons.pooled))
    else if (before && isAllowed('generatedAgain', before))
      renewed.push({ drawn: movedTo(server, facts, drawn, before.profile_id), before })
    else outcomes.push(failed(drawn, `The profile is ${before?.status ?? 'gone'}: a device holds it.`))
  }
  if (renewed.length > 0) await renew(server, db, { facts, renewed })
  return [...outcomes, ...renewed.map(({ drawn }) => succeeded(drawn))]
}

export type Renewed = { drawn: DrawnProfile; before: LockedProfile }

/** A campaign has it, and has not handed it out. */
export const isPooled = ({ pool_kind: kind, member_state: state }: LockedProfile) =>
  kind === 'campaign' && state !== 'TAKEN'

/** Keys are sealed for their row: they move to the profile that is there. */
function movedTo(
  server: Pick<Server, 'vault'>,
  { enterpriseId }: BatchFacts,
  drawn: DrawnProfile,
  profileId: string,
): DrawnProfile {
  const keys = openCardKeys(server.vault, { enterpriseId, profileId: drawn.profileId }, drawn.sealedKeys)
  return { ...drawn, profileId, sealedKeys: sealCardKeys(server.vault, { enterpriseId, profileId }, keys) }
}

/** Profiles that exist get the code that was drawn for them; the old one dies. */
export async function renew(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { facts, renewed }: { facts: BatchFacts; renewed: readonly Renewed[] },
): Promise<void> {
  if (renewed.length === 0) return
  const drawn = renewed.map((one) => one.drawn)
  const before = new Map(renewed.map((one) => [one.drawn.profileId, one.before]))
  await inRotation(db, { facts, profiles: drawn }, async (made) => {
    const profiles = made.map((profile) => ({ ...profile, before: before.get(profile.profileId)! }))
    await regenerateProfiles(db, causeOf(server, facts), { terms: facts, batch: facts, profiles })
  })
  await updateKeys(db, facts.enterpriseId, drawn)
}
