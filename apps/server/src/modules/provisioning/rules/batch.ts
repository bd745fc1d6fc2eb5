import { RULE_BATCH_MAX, type RuleEventType } from '@simwright/contract/provisioning/rule-event'
import type { TenantDb } from '../../../db/database.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { selectProfilesOfBatch } from './batch-queries.ts'
import { insertWaiting, type NewRun, type WaitingRun } from './run-queries.ts'

const EMPTY = 'The batch has no profiles.'
const TOO_MANY = `The batch has more than ${RULE_BATCH_MAX.toLocaleString('en')} profiles.`
const AT_ONCE = 1_000

type Matching = { rule: { id: string }; run: WaitingRun; at: Date }

/**
 * The profiles of a batch become matches of their own, on which the rule acts within its limit per hour. @returns why there
 * are none
 */
export async function matchProfiles(
  server: Pick<Server, 'random'>,
  db: TenantDb,
  { rule, run, at }: Matching,
): Promise<string | undefined> {
  const profiles = await selectProfilesOfBatch(db, run.event_id, RULE_BATCH_MAX + 1)
  if (profiles.length === 0) return EMPTY
  if (profiles.length > RULE_BATCH_MAX) return TOO_MANY
  const rows = profiles.map(
    ({ id: profileId, iccid, eid }): NewRun => ({
      id: server.random.uuid(),
      ruleId: rule.id,
      profileId,
      iccid,
      eid,
      eventId: run.event_id,
      type: run.event_type as RuleEventType,
      happenedAt: run.happened_at,
      batchCode: run.batch_code,
      depth: run.depth,
      isChainEnd: false,
    }),
  )
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await insertWaiting(db, { rows: rows.slice(from, from + AT_ONCE), at })
  return undefined
}
