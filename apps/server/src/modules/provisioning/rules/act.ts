import { type RuleAction, RuleDefinition, type RuleStopReason } from '@simwright/contract/provisioning/rule'
import { actsOnProfiles, isBatchRule } from '@simwright/contract/provisioning/rule-event'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { isUnreachable } from '../../../db/unreachable.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../../platform/audit/service.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { readEntitlement } from '../../platform/plans/service.ts'
import { type Acting, act } from './action.ts'
import { matchProfiles } from './batch.ts'
import { openFeed } from './feed-queries.ts'
import { prepareLetters, sendOf } from './letter.ts'
import { checkOwnConditions } from './own-condition.ts'
import { readOwner } from './owner.ts'
import { countOtherActive, type LockedRule, lockIdleRule, selectNames, updateState } from './queries.ts'
import {
  countActedSince,
  countWaiting,
  dropWaiting,
  endRuns,
  isOfProfile,
  type RunEnd,
  selectWaiting,
  selectWaitingRules,
  type WaitingRun,
} from './run-queries.ts'

/*
 * Does what rules do. The actions of up to 200 matches, their audit entry and their ends in the log are one transaction, so a
 * killed process does each of them once. A rule is locked meanwhile, so its limit per hour is exact.
 */

const RUNS_AT_ONCE = 200
const HOUR_MS = 60 * 60_000

type RuleKey = { enterpriseId: EnterpriseId; id: string }

/** Acts on all that waits, as far as the limits per hour allow. */
export async function actForRules(server: Server, enterpriseId: EnterpriseId): Promise<void> {
  const ids = await server.db.tenantRead(enterpriseId, selectWaitingRules)
  for (const id of ids) {
    while (!server.stopping.aborted && (await actForRule(server, { enterpriseId, id })));
    if (server.stopping.aborted) return
  }
}

/** Acts on the next matches of a rule. @returns whether there are more that it may act on now */
async function actForRule(server: Server, key: RuleKey): Promise<boolean> {
  try {
    return await actTogether(server, key, RUNS_AT_ONCE)
  } catch (error) {
    if (isUnreachable(error)) throw error
    server.log.warn({ err: error, ruleId: key.id }, 'a rule could not act on several profiles at once')
    return await actOnOne(server, key)
  }
}

const FAILED = 'Could not be done. Please write to us and quote the time.'

/** After a failure: one match alone, which is given up if it fails again. */
async function actOnOne(server: Server, key: RuleKey): Promise<boolean> {
  try {
    return await actTogether(server, key, 1)
  } catch (error) {
    if (isUnreachable(error)) throw error
    server.log.error({ err: error, ruleId: key.id }, 'a rule could not act on a profile')
    return await server.db.tenantTx(key.enterpriseId, async (db) => {
      const runs = await selectWaiting(db, key.id, 1)
      await endRuns(
        db,
        runs.map(({ id }) => ({ id, state: 'SKIPPED', reasons: [FAILED] })),
        server.clock.now(),
      )
      return runs.length > 0
    })
  }
}

async function actTogether(server: Server, { enterpriseId, id }: RuleKey, most: number): Promise<boolean> {
  const at = server.clock.now()
  const letters = await prepareLetters(server, { enterpriseId, id }, most)
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const rule = await lockIdleRule(db, id)
    if (!rule) return false
    if (rule.state !== 'ACTIVE' || rule.removed_at !== null) {
      await dropWaiting(db, id)
      return false
    }
    const definition = RuleDefinition.parse(rule.definition)
    const found = await readOwner(db, { rule, definition, at })
    if (found === 'waits') return false
    if ('stop' in found) return await stop(server, db, { rule, reason: found.stop })
    if (!(await hasAll(db, rule.uses))) return await stop(server, db, { rule, reason: 'REFERENCE_GONE' })
    if (!(await isWithinPlan(server, db, rule))) return await stop(server, db, { rule, reason: 'PLAN_LIMIT' })
    const acted = await countActedSince(db, id, new Date(at.getTime() - HOUR_MS))
    const allowed = Math.min(most, rule.hourly_limit - acted)
    if (allowed <= 0) {
      await notifyOfLimit(server, db, { rule, at })
      return false
    }
    const waiting = await selectWaiting(db, id, allowed)
    // what one transaction causes has one depth
    const possible = waiting.filter(
      ({ depth, iccid }) =>
        depth === waiting[0]?.depth && (iccid === null || !sendOf(definition) || letters?.has(iccid)),
    )
    if (possible.length === 0) return false
    const { runs, ended } = await checkOwnConditions(db, definition, possible)
    await endRuns(db, ended, at)
    if (runs.length === 0) return true
    await actOn(server, db, { rule, definition, owner: found.owner, runs, letters, at })
    return true
  })
}

/** A plan that has fewer rules than before stops those that were created last. */
async function isWithinPlan(server: Server, db: TenantDb, { id, created_at: createdAt }: LockedRule): Promise<boolean> {
  const { rules } = await readEntitlement(server, db, { enterpriseId: db.enterpriseId, at: server.clock.now() })
  return rules === null || (await countOtherActive(db, id, createdAt)) < rules
}

async function hasAll(db: TenantDb, uses: readonly string[]): Promise<boolean> {
  const names = await selectNames(db, uses)
  return uses.every((id) => names.has(id))
}

type ActingOn = Omit<Acting, 'rule' | 'depth'> & { rule: LockedRule; definition: RuleDefinition; at: Date }

async function actOn(server: Server, db: TenantDb, { rule, definition, at, ...acting }: ActingOn): Promise<void> {
  const { owner, runs } = acting
  const ends = new Map(runs.map(({ id }) => [id, { id, state: 'SKIPPED', reasons: [] } as RunEnd]))
  const note = (id: string, reason: string | undefined) => {
    const { state, reasons } = ends.get(id)!
    if (reason === undefined) ends.set(id, { id, state: 'DONE', reasons })
    else ends.set(id, { id, state, reasons: [...new Set([...reasons, reason])] })
  }
  for (const action of definition.actions) {
    const meant = runsOfAction(definition, action, runs)
    if (meant.length === 0) continue
    const left = await act(server, db, { action, rule, depth: runs[0]!.depth, ...acting, runs: meant })
    for (const { id, profile_id: profileId } of meant) note(id, profileId === null ? undefined : left.get(profileId))
  }
  if (isBatchRule(definition) && definition.actions.some(({ kind }) => actsOnProfiles(kind)))
    for (const run of runs) if (!isOfProfile(run)) note(run.id, await matchProfiles(server, db, { rule, run, at }))
  await endRuns(db, [...ends.values()], at)
  const acted = [...ends.values()].filter(({ state }) => state === 'DONE').length
  if (acted === 0) return
  const { userId, name, email } = owner
  await recordAudit(server, db, {
    action: 'rule.acted',
    enterpriseId: db.enterpriseId,
    object: { id: rule.id, name: rule.name },
    after: { profiles: acted },
    by: { id: userId, name, email },
  })
}

/** The matches that an action is about: of a rule of batches, some actions are about the batch, and some about its profiles. */
function runsOfAction(definition: RuleDefinition, { kind }: RuleAction, runs: readonly WaitingRun[]) {
  if (!isBatchRule(definition)) return runs
  return runs.filter((run) => isOfProfile(run) === actsOnProfiles(kind))
}

type Stopping = { rule: LockedRule; reason: RuleStopReason }

/** Stops a rule that may not act any more, and notifies the members. @returns false: nothing is left to act on */
async function stop(server: Server, db: TenantDb, { rule, reason }: Stopping): Promise<false> {
  const { id, name } = rule
  const at = server.clock.now()
  await updateState(db, id, { state: 'STOPPED', reason, at })
  await dropWaiting(db, id)
  await openFeed(db, at)
  const object = { id, name }
  await recordAudit(server, db, { action: 'rule.stopped', enterpriseId: db.enterpriseId, object, after: { reason } })
  const facts = { ruleId: id, name, reason }
  await notifyMembers(server, db, {
    once: `rule stopped ${id} ${rule.version}`,
    news: { kind: 'RULE_STOPPED', facts },
  })
  return false
}

/** Stops an active rule of which something was deleted. */
export async function stopWithoutReference(server: Server, enterpriseId: EnterpriseId, id: string): Promise<void> {
  await server.db.tenantTx(enterpriseId, async (db) => {
    const rule = await lockIdleRule(db, id)
    if (rule?.state === 'ACTIVE' && rule.removed_at === null) await stop(server, db, { rule, reason: 'REFERENCE_GONE' })
  })
}

/** At most once in an hour. */
async function notifyOfLimit(
  server: Server,
  db: TenantDb,
  { rule, at }: { rule: LockedRule; at: Date },
): Promise<void> {
  const { id, name, hourly_limit: limit } = rule
  const waiting = await countWaiting(db, id)
  if (waiting === 0) return
  const once = `rule limit ${id} ${at.toISOString().slice(0, 13)}`
  await notifyMembers(server, db, { once, news: { kind: 'RULE_LIMITED', facts: { ruleId: id, name, limit, waiting } } })
}
