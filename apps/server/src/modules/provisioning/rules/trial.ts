import type { OutputOf } from '@simwright/contract'
import * as contract from '@simwright/contract/provisioning/rule'
import { ruleSentence } from '@simwright/contract/provisioning/rule-text'
import type { Who } from '../../../http/call.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { selectPastEvents } from './feed-queries.ts'
import { compileRules, type Fact, matchFacts } from './match.ts'
import { endsOwnCondition } from './own-condition.ts'
import { selectNames } from './queries.ts'
import { idsUsed } from './uses.ts'

const EVENTS_AT_ONCE = 2_000
const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

/** What a rule would have acted on, by the code with which it acts: what the rule does later is what it says. */
export async function tryRule(
  server: Server,
  { enterpriseId }: Who,
  definition: contract.RuleDefinition,
): Promise<OutputOf<typeof contract.trial>> {
  const at = server.clock.now()
  const { events: types, without, afterDays } = definition.when
  const rules = compileRules([{ id: '', definition, activeFrom: new Date(0) }])
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
  const names = await server.db.tenantRead(enterpriseId, (db) => selectNames(db, idsUsed(definition)))
  return { sentence: ruleSentence(definition, names), capped: after !== undefined, ...found.result() }
}

function emptyTrial() {
  const profiles = new Set<string>()
  const byHour = new Map<number, number>()
  let last: Fact[] = []
  let matches = 0
  return {
    add(fact: Fact) {
      const hour = Math.floor(fact.at.getTime() / HOUR_MS)
      profiles.add(fact.profileId)
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
      matches += 1
      last = [...last.slice(1 - contract.TRIAL_LISTED), fact]
    },
    has: (profileId: string) => profiles.has(profileId),
    result: () => ({
      profiles: profiles.size,
      matches,
      mostInAnHour: [...byHour.values()].reduce((most, count) => Math.max(most, count), 0),
      items: last.reverse().map(({ profileId, iccid, eventId, type, at }) => ({
        profileId,
        iccid,
        eventId,
        event: type,
        happenedAt: at.toISOString(),
      })),
    }),
  }
}
