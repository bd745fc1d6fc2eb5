import type { OutputOf } from '@simwright/contract'
import * as contract from '@simwright/contract/provisioning/rule'
import { actsOnProfiles, isBatchEvent, isBatchRule, RULE_BATCH_MAX } from '@simwright/contract/provisioning/rule-event'
import { ruleSentence } from '@simwright/contract/provisioning/rule-text'
import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Who } from '../../../http/call.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { selectPastBatches } from './batch-queries.ts'
import { selectPastEvents } from './feed-queries.ts'
import { type CompiledRules, compileRules, type Fact, matchFacts } from './match.ts'
import { endsOwnCondition } from './own-condition.ts'
import { selectNames } from './queries.ts'
import { idsUsed } from './uses.ts'

const EVENTS_AT_ONCE = 2_000
const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

type Trying = { rules: CompiledRules; definition: contract.RuleDefinition; at: Date }

/** What a rule would have acted on, by the code with which it acts: what the rule does later is what it says. */
export async function tryRule(
  server: Server,
  { enterpriseId }: Who,
  definition: contract.RuleDefinition,
): Promise<OutputOf<typeof contract.trial>> {
  const trying = {
    definition,
    rules: compileRules([{ id: '', definition, activeFrom: new Date(0) }]),
    at: server.clock.now(),
  }
  const found = isBatchRule(definition)
    ? await tryBatches(server, enterpriseId, trying)
    : await tryEvents(server, enterpriseId, trying)
  const names = await server.db.tenantRead(enterpriseId, (db) => selectNames(db, idsUsed(definition)))
  return { sentence: ruleSentence(definition, names), ...found }
}

async function tryEvents(server: Server, enterpriseId: EnterpriseId, { rules, definition, at }: Trying) {
  const { events, without, afterDays } = definition.when
  const types = events.filter((type) => !isBatchEvent(type))
  const to = new Date(at.getTime() - afterDays * DAY_MS)
  const range = { types, without, from: new Date(to.getTime() - contract.TRIAL_DAYS * DAY_MS), to }
  const isOnceEach = endsOwnCondition(definition)
  const found = emptyTrial()
  let read = 0
  let after: Fact | undefined
  do {
    const facts = await server.db.tenantRead(enterpriseId, (db) =>
      selectPastEvents(db, range, { after, needsTraits: rules.needsTraits, limit: EVENTS_AT_ONCE }),
    )
    for (const { fact, isChainEnd } of matchFacts(rules, facts, afterDays))
      if (!isChainEnd && !(isOnceEach && found.has(fact.profileId))) found.add(fact)
    read += facts.length
    after = facts.length === EVENTS_AT_ONCE ? facts.at(-1) : undefined
  } while (after && read < contract.TRIAL_EVENTS_MAX)
  return { ...found.result(), capped: after !== undefined }
}

const BATCHES_MAX = 1_000

async function tryBatches(server: Server, enterpriseId: EnterpriseId, { rules, definition, at }: Trying) {
  const from = new Date(at.getTime() - contract.TRIAL_DAYS * DAY_MS)
  const { batchTypes: types, needsGroups } = rules
  const facts = await server.db.tenantRead(enterpriseId, (db) =>
    selectPastBatches(db, { types, needsGroups, from, limit: BATCHES_MAX }),
  )
  const found = emptyTrial()
  for (const { fact, isChainEnd } of matchFacts(rules, facts)) if (!isChainEnd) found.add(fact)
  const result = found.result()
  const isWithProfiles = definition.actions.some(({ kind }) => actsOnProfiles(kind))
  return { ...result, profiles: isWithProfiles ? result.profiles : 0, capped: facts.length === BATCHES_MAX }
}

/** What would have been acted on. The profiles of a batch count as many as it generated. */
function emptyTrial() {
  const profiles = new Set<string | null>()
  const byHour = new Map<number, number>()
  let last: Fact[] = []
  const counted = { matches: 0, batches: 0, ofBatches: 0 }
  return {
    add(fact: Fact) {
      const hour = Math.floor(fact.at.getTime() / HOUR_MS)
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
      counted.matches += 1
      if (fact.batch) {
        counted.batches += 1
        if (fact.batch.succeeded <= RULE_BATCH_MAX) counted.ofBatches += fact.batch.succeeded
      } else profiles.add(fact.profileId)
      last = [...last.slice(1 - contract.TRIAL_LISTED), fact]
    },
    has: (profileId: string | null) => profiles.has(profileId),
    result: () => ({
      profiles: profiles.size + counted.ofBatches,
      batches: counted.batches,
      matches: counted.matches,
      mostInAnHour: [...byHour.values()].reduce((most, count) => Math.max(most, count), 0),
      items: last.reverse().map(({ profileId, iccid, eventId, batch, type, at }) => ({
        profileId,
        iccid,
        batchId: batch ? eventId : null,
        batchCode: batch?.code ?? null,
        eventId,
        event: type,
        happenedAt: at.toISOString(),
      })),
    }),
  }
}
