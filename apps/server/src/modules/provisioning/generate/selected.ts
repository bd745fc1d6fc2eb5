import { Problem } from '@simwright/contract'
import { findIccid } from '@simwright/ids'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId, ProfileId, UserId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import { openCardKeys, ownValuesOf } from '../../platform/vault/service.ts'
import { readForGenerating, readVersion } from '../../profiles/configurations/service.ts'
import { type LockedProfile, lockByIccid } from '../../profiles/lifecycle/service.ts'
import { addBatch } from './add-batch.ts'
import { failed, isPooled, type Renewed, renew, reasons as texts } from './commit.ts'
import { type DrawnProfile, drawCodes } from './draw.ts'
import { type BatchFacts, insertOutcomes, type RowOutcome } from './insert.ts'
import { addToBatch, type BatchKey, type OwnProfile, selectOwnProfiles } from './queries.ts'
import { factsOf } from './run.ts'

type Worker = Pick<Server, 'db' | 'vault' | 'random' | 'clock' | 'smdp'>

/** Inserts a batch whose rows come from an operation's selection; the module `operations` runs it. */
export async function openSelectedBatch(
  server: Server,
  db: TenantDb,
  who: Pick<Who, 'userId'>,
  id: string,
): Promise<void> {
  await addBatch(server, db, who, {
    id,
    type: 'RE_GENERATE',
    configurationId: null,
    configurationName: null,
    configurationVersion: null,
    sourceId: null,
    range: null,
    fileName: null,
    protection: null,
    generateAgain: true,
    total: 0,
    approval: 'asked before',
  })
}

/** A profile of the selection. `reason`: why it will not be changed, if that is known already. */
export type SelectedRow = { line: number; iccid: string; profileId: ProfileId | null; reason: string | undefined }

type SelectedChunk = {
  key: BatchKey
  userId: UserId
  rule: BatchFacts['rule']
  total: number
  rows: readonly SelectedRow[]
}

const CANCELED = 'The batch was canceled.'

/**
 * Gives profiles new activation codes, bound to no EID. Keys, subscriber and configuration do not change.
 * @returns the reasons of failed rows, by line
 */
export async function commitSelected(
  server: Worker,
  db: TenantDb,
  { key, userId, rule, total, rows }: SelectedChunk,
): Promise<Map<number, string>> {
  const { enterpriseId, id } = key
  const batch = await addToBatch(db, key, { total, succeeded: 0, failed: 0 })
  const wanted = batch.cancel_requested_at ? [] : rows.filter(({ reason }) => reason === undefined)
  const locked = new Map(
    (
      await lockByIccid(
        db,
        wanted.flatMap(({ iccid }) => findIccid(iccid) ?? []),
      )
    ).map((profile) => [profile.profile_id, profile]),
  )
  const own = await selectOwnProfiles(db, [...locked.keys()])
  const outcomes: RowOutcome[] = []
  const fit: { row: SelectedRow; before: LockedProfile }[] = []
  for (const row of rows) {
    const before = locked.get(row.profileId ?? '')
    if (before && !isPooled(before)) fit.push({ row, before })
    else outcomes.push(failed(row, row.reason ?? (before ? texts.pooled : CANCELED)))
  }
  const shared = { enterpriseId, batchId: id, batchCode: batch.code, userId, rule }
  for (const [, profiles] of Map.groupBy(own, factsKeyOf)) {
    const ids = new Set(profiles.map((profile) => profile.id))
    const rowsOfGroup = fit.filter(({ before }) => ids.has(before.profile_id))
    outcomes.push(...(await renewGroup(server, db, { shared, profiles, fit: rowsOfGroup })))
  }
  outcomes.sort((a, b) => a.line - b.line)
  await insertOutcomes(db, shared, outcomes)
  const failures = outcomes.filter(({ reason }) => reason !== undefined)
  await addToBatch(db, key, { total, succeeded: outcomes.length - failures.length, failed: failures.length })
  return new Map(failures.map(({ line, reason }) => [line, reason!]))
}

/** Profiles with the same key share their `BatchFacts`. */
const factsKeyOf = ({ configuration_id, configuration_version, protection }: OwnProfile) =>
  `${configuration_id} ${configuration_version} ${protection}`

type FactsGroup = {
  shared: Pick<BatchFacts, 'enterpriseId' | 'batchId' | 'batchCode' | 'userId' | 'rule'>
  profiles: readonly OwnProfile[]
  fit: readonly { row: SelectedRow; before: LockedProfile }[]
}

/** Renews profiles with the same configuration version and protection. */
async function renewGroup(server: Worker, db: TenantDb, { shared, profiles, fit }: FactsGroup): Promise<RowOutcome[]> {
  const { enterpriseId } = shared
  const { configuration_id: id, configuration_version: version, protection } = profiles[0]!
  const refusal = await whyFrozen(server, db, { enterpriseId, id })
  if (refusal !== undefined) return fit.map(({ row }) => failed(row, refusal))
  const configuration = await readVersion(server, db, { enterpriseId, id, version })
  const entitlement = await readEntitlement(server, db, { enterpriseId, at: server.clock.now() })
  const facts = factsOf(server, { ...shared, configuration, entitlement, protection, acFormat: 'AC_LINK' })
  const byId = new Map(profiles.map((profile) => [profile.id, profile]))
  const sources = fit.map(({ row, before }) => {
    const profile = byId.get(before.profile_id)!
    const keys = openCardKeys(server.vault, { enterpriseId, profileId: before.profile_id }, profile.sealed)
    return { line: row.line, profile, confirmationCode: keys.confirmationCode, own: ownValuesOf(keys) }
  })
  const drawn: DrawnProfile[] = drawCodes(server, { enterpriseId, configuration, sources })
  const renewed: Renewed[] = drawn.map((profile, index) => ({ drawn: profile, before: fit[index]!.before }))
  await renew(server, db, { facts, renewed })
  return drawn.map(({ line, iccid, profileId, activationCodeId }) => ({ line, iccid, profileId, activationCodeId }))
}

/** The plan's refusal if it has frozen the configuration. A deleted or incomplete configuration is accepted. */
async function whyFrozen(
  server: Worker,
  db: TenantDb,
  key: { enterpriseId: EnterpriseId; id: string },
): Promise<string | undefined> {
  try {
    await readForGenerating(server, db, key)
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.kind === 'not_found' || error.kind === 'configuration_incomplete' ? undefined : error.message
  }
}
