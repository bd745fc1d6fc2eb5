import type { RuleAction } from '@simwright/contract/provisioning/rule'
import type { TenantDb } from '../../../db/database.ts'
import type { RulesServer as Server } from '../../../port/module.ts'
import { notifyMembers } from '../../platform/notices/service.ts'
import { changeProfiles } from '../operations/service.ts'
import type { Owner } from './owner.ts'
import type { WaitingRun } from './run-queries.ts'

/** The matches of a rule that are acted on in one transaction. All of them have the same depth. */
export type Acting = {
  rule: { id: string; name: string }
  owner: Owner
  depth: number
  runs: readonly WaitingRun[]
}

/** Why an action was not done, by profile; profiles that are not in it were changed. */
export type Reasons = ReadonlyMap<string, string>

const NONE: Reasons = new Map()

/** Does an action of a rule for all of its matches, in the transaction that stores what it did. */
export async function act(server: Server, db: TenantDb, { action, ...acting }: Acting & { action: RuleAction }) {
  if (action.kind === 'NOTIFY') return await notify(server, db, { text: action.text, ...acting })
  const { rule, owner, depth, runs } = acting
  const profiles = [...new Map(runs.map((run) => [run.profile_id, { id: run.profile_id, iccid: run.iccid }])).values()]
  return await changeProfiles(server, db, owner, { operation: action, profiles, rule: { id: rule.id, depth } })
}

/** One notification for all matches of the transaction. */
async function notify(server: Server, db: TenantDb, { text, rule, runs }: Acting & { text: string }): Promise<Reasons> {
  const [first] = runs
  const facts = {
    ruleId: rule.id,
    name: rule.name,
    text,
    count: runs.length,
    iccid: first!.iccid,
    profileId: first!.profile_id,
    event: first!.event_type,
  }
  await notifyMembers(server, db, { once: `rule ${first!.id}`, news: { kind: 'RULE_MATCHED', facts } })
  return NONE
}
