import { RuleDefinition } from '@simwright/contract/provisioning/rule'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { stopWithoutReference } from './act.ts'
import { selectNewBatches } from './batch-queries.ts'
import {
  beginPages,
  endPages,
  type Feed,
  lockFeed,
  moveCursor,
  selectNewEvents,
  selectPastEvents,
  updateSwept,
} from './feed-queries.ts'
import { type CompiledRules, compileRules, type Fact, matchFacts } from './match.ts'
import { selectActive, selectNames } from './queries.ts'
import { insertRuns } from './run-queries.ts'

/*
 * Reads the events of an enterprise account and stores which rules they match, a page per transaction. An event is read once:
 * the snapshots of the feed say which were committed since the last time. What matches is stored before anything is done,
 * so that it may wait for the limit per hour, and a killed process loses nothing.
 */

const EVENTS_AT_ONCE = 1_000
const MINUTE_MS = 60_000
const IDLE_MS = 10 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Rules that this process has compiled, by enterprise account. */
export type CompiledCache = Map<EnterpriseId, { version: number; rules: CompiledRules }>

const CACHED_MAX = 500

async function compiled(db: TenantDb, cache: CompiledCache, { rules_version: version }: Feed): Promise<CompiledRules> {
  const known = cache.get(db.enterpriseId)
  if (known && known.version === version) return known.rules
  const rows = await selectActive(db)
  const rules = compileRules(
    rows.map(({ id, definition, active_from: activeFrom }) => ({
      id,
      activeFrom,
      definition: RuleDefinition.parse(definition),
    })),
  )
  if (cache.size >= CACHED_MAX) cache.clear()
  cache.set(db.enterpriseId, { version, rules })
  return rules
}

type Reading = { enterpriseId: EnterpriseId; cache: CompiledCache }

/** Reads the next page of new events. @returns whether there may be more */
export async function readFeed(server: Server, { enterpriseId, cache }: Reading): Promise<boolean> {
  const at = server.clock.now()
  return await server.db.tenantTx(enterpriseId, async (db) => {
    const feed = await lockFeed(db)
    if (!feed) return false
    const rules = await compiled(db, cache, feed)
    const { to_snapshot } = feed.to_snapshot === null ? await beginPages(db, at) : { to_snapshot: feed.to_snapshot }
    const page = { types: rules.types, needsTraits: rules.needsTraits, limit: EVENTS_AT_ONCE }
    const facts = await selectNewEvents(db, { ...feed, to_snapshot }, page)
    await store(server, db, { rules, facts, at, days: 0 })
    if (facts.length === EVENTS_AT_ONCE) {
      await moveCursor(db, facts.at(-1)!)
      return true
    }
    const { batchTypes: types, needsGroups } = rules
    const batches = await selectNewBatches(db, { ...feed, to_snapshot }, { types, needsGroups })
    await store(server, db, { rules, facts: batches, at, days: 0 })
    // what is committed late is found by then
    const isIdle = facts.length === 0 && at.getTime() - feed.newest_at.getTime() > IDLE_MS
    await endPages(db, new Date(at.getTime() + (isIdle ? IDLE_MS : MINUTE_MS) / 2))
    return false
  })
}

type Storing = { rules: CompiledRules; facts: readonly Fact[]; at: Date; days: number }

async function store(server: Server, db: TenantDb, { rules, facts, at, days }: Storing): Promise<void> {
  const matches = matchFacts(rules, facts, days)
  for (let from = 0; from < matches.length; from += EVENTS_AT_ONCE)
    await insertRuns(db, { matches: matches.slice(from, from + EVENTS_AT_ONCE), newId: server.random.uuid, at })
}

/**
 * Once a minute: what has become due for rules that wait some days, and rules that refer to something deleted stop. A range that
 * was not finished is read again, and what is stored already is left out.
 */
export async function sweepFeed(server: Server, { enterpriseId, cache }: Reading): Promise<void> {
  const at = server.clock.now()
  const state = await server.db.tenantTx(enterpriseId, async (db) => {
    const feed = await lockFeed(db)
    if (!feed || at.getTime() - feed.swept_to.getTime() < MINUTE_MS) return undefined
    return { feed, rules: await compiled(db, cache, feed), gone: await rulesWithoutReference(db) }
  })
  if (!state) return
  for (const id of state.gone) await stopWithoutReference(server, enterpriseId, id)
  const { feed, rules } = state
  for (const { days, types, without } of rules.delays) {
    const shifted = (time: Date) => new Date(time.getTime() - days * DAY_MS)
    const range = { types, without, from: shifted(feed.swept_to), to: shifted(at) }
    let after: Fact | undefined
    do {
      if (server.stopping.aborted) return
      after = await server.db.tenantTx(enterpriseId, async (db) => {
        const facts = await selectPastEvents(db, range, {
          after,
          needsTraits: rules.needsTraits,
          limit: EVENTS_AT_ONCE,
        })
        await store(server, db, { rules, facts, at, days })
        return facts.length === EVENTS_AT_ONCE ? facts.at(-1) : undefined
      })
    } while (after)
  }
  await server.db.tenantTx(enterpriseId, (db) => updateSwept(db, at))
}

/** Rules of which a tag, attribute, group or configuration was deleted. */
async function rulesWithoutReference(db: TenantDb): Promise<string[]> {
  const rules = (await selectActive(db)).filter(({ uses }) => uses.length > 0)
  const names = await selectNames(
    db,
    rules.flatMap(({ uses }) => uses),
  )
  return rules.filter(({ uses }) => uses.some((id) => !names.has(id))).map(({ id }) => id)
}
