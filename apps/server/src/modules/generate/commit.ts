import type { ProfileStatus } from '@simwright/contract/fleet'
import type { TenantDb } from '../../db/database.ts'
import type { Server } from '../../server.ts'
import { groupByRule, groupsByName } from '../groups/service.ts'
import { groupDimension } from '../profiles/service.ts'
import { groupBrandDimension, groupMetric, queueDeltas } from '../rollup/service.ts'
import { openCardKeys, sealCardKeys } from './card-key.ts'
import type { DrawnProfile } from './draw.ts'
import {
  type BatchFacts,
  insertCodes,
  insertEvents,
  insertOutcomes,
  insertProfiles,
  type RowOutcome,
  takeIccids,
} from './insert.ts'
import { selectForeign } from './queries.ts'
import { endCodes, type HeldProfile, lockProfiles, updateProfiles } from './renew.ts'

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

/** From these a profile may get a new code: nobody can be using the old one. What was removed may be imported again. */
const renewable: ReadonlySet<ProfileStatus> = new Set([
  'AVAILABLE',
  'DELETED',
  'EXPIRED',
  'ERROR',
  'CANCELED',
  'REMOVED',
])

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

async function makeFresh(server: Pick<Server, 'random'>, db: TenantDb, { facts, profiles }: Part): Promise<void> {
  await insertProfiles(db, facts, profiles)
  await insertCodes(db, facts, profiles)
  await insertEvents(db, facts, {
    type: 'GENERATED',
    detail: `Activation code generated in batch ${facts.batchCode}.`,
    profiles,
  })
  const count = profiles.length
  const changes = [
    { metric: 'generated', delta: count },
    { metric: 'status', dimension: 'AVAILABLE', delta: count },
    ...profiles.flatMap(({ groupId }) => (groupId ? intoGroup(groupId) : [])),
  ]
  await queueDeltas(db, facts.enterpriseId, { at: facts.at, newId: server.random.uuid, changes })
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

  const heldNow = await lockProfiles(
    db,
    enterpriseId,
    own.map(({ iccid }) => iccid),
  )
  const byIccid = new Map(heldNow.map((profile) => [profile.iccid, profile]))
  const renewed: { drawn: DrawnProfile; before: HeldProfile }[] = []
  for (const drawn of own) {
    const before = byIccid.get(drawn.iccid)
    const mayRenew = generateAgain === 'yes' || before?.status === 'REMOVED'
    if (!mayRenew) outcomes.push(failed(drawn, reasons.exists))
    else if (before?.pooled && before.status !== 'REMOVED') outcomes.push(failed(drawn, reasons.pooled))
    else if (before && renewable.has(before.status))
      renewed.push({ drawn: movedTo(server, facts, drawn, before.id), before })
    else outcomes.push(failed(drawn, `The profile is ${before?.status ?? 'gone'}: a device holds it.`))
  }
  if (renewed.length > 0) await renew(server, db, { facts, renewed })
  return [...outcomes, ...renewed.map(({ drawn }) => succeeded(drawn))]
}

const groupDelta = (groupId: string, status: ProfileStatus, delta: number) => ({
  metric: 'group',
  dimension: groupDimension(groupId, status),
  delta,
})

const intoGroup = (groupId: string) => [
  groupDelta(groupId, 'AVAILABLE', 1),
  { metric: groupMetric('generated', groupId), delta: 1 },
]

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

/** Profiles that are there get the code that was drawn for them; the old one dies. */
export async function renew(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { facts, renewed }: { facts: BatchFacts; renewed: readonly { drawn: DrawnProfile; before: HeldProfile }[] },
): Promise<void> {
  const profiles = renewed.map(({ drawn }) => drawn)
  await endCodes(db, facts.enterpriseId, { profileIds: profiles.map(({ profileId }) => profileId), at: facts.at })
  await updateProfiles(db, facts, profiles)
  await insertCodes(db, facts, profiles)
  await insertEvents(db, facts, {
    type: 'GENERATED_AGAIN',
    detail: `New activation code generated in batch ${facts.batchCode}; the old one is dead.`,
    profiles,
  })
  const lost = renewed.flatMap(({ before }) => [
    { metric: 'status', dimension: before.status, delta: -1 },
    ...(before.device_brand ? [{ metric: 'brand', dimension: before.device_brand, delta: -1 }] : []),
    ...(before.group_id ? [groupDelta(before.group_id, before.status, -1)] : []),
    ...(before.group_id && before.device_brand
      ? [{ metric: 'group', dimension: groupBrandDimension(before.group_id, before.device_brand), delta: -1 }]
      : []),
  ])
  const grouped = renewed.flatMap(({ drawn, before }) => {
    const groupId = drawn.groupId ?? before.group_id
    return groupId ? intoGroup(groupId) : []
  })
  const changes = [
    ...lost,
    ...grouped,
    { metric: 'generated', delta: profiles.length },
    { metric: 'status', dimension: 'AVAILABLE', delta: profiles.length },
  ]
  await queueDeltas(db, facts.enterpriseId, { at: facts.at, newId: server.random.uuid, changes })
}
