import type { RuleDefinition } from '@simwright/contract/provisioning/rule'
import { sql } from 'kysely'
import type { TenantDb } from '../../../db/database.ts'
import type { EnterpriseId } from '../../../db/row-id.ts'
import { statement } from '../../../db/statement.ts'
import { type Fact, traitTests } from './match.ts'
import { isOfProfile, type ProfileRun, type RunEnd, type WaitingRun } from './run-queries.ts'

/*
 * A rule can end its own condition: "without the tag Welcome, add the tag Welcome". Events of a profile that are read together
 * all meet it, because none was acted on then. So these conditions are compared again when the rule acts, a profile at a time.
 */

export const ENDED = 'A condition on a tag or attribute no longer held when the rule acted.'

/** The conditions that an action of the same rule can end. */
function ownConditions({
  conditions,
  actions,
}: RuleDefinition): Pick<RuleDefinition['conditions'], 'tagIds' | 'withoutTagIds' | 'attributes'> {
  const tagged = new Set(actions.flatMap((action) => (action.kind === 'TAG' ? [action.tagId] : [])))
  const untagged = new Set(actions.flatMap((action) => (action.kind === 'UNTAG' ? [action.tagId] : [])))
  const set = new Set(actions.flatMap((action) => (action.kind === 'ATTRIBUTE' ? [action.attributeId] : [])))
  return {
    tagIds: conditions.tagIds.filter((id) => untagged.has(id)),
    withoutTagIds: conditions.withoutTagIds.filter((id) => tagged.has(id)),
    attributes: conditions.attributes.filter(({ attributeId }) => set.has(attributeId)),
  }
}

/** Whether the rule acts on a profile once, and then again only if something else restores the condition. */
export const endsOwnCondition = (definition: RuleDefinition): boolean =>
  traitTests(ownConditions(definition)).length > 0

const traitsStatement = statement(
  'select traits for rule',
  ({ enterpriseId, ids }: { enterpriseId: EnterpriseId; ids: readonly string[] }) => sql`
    select profile_id, tags, attributes from profile_trait
    where enterprise_id = ${enterpriseId} and profile_id = any(${ids}::uuid[])`,
)

type Checked = {
  /** Those to act on now. */
  runs: WaitingRun[]
  /** Those whose condition ended. Runs in neither wait for another one of the same profile. */
  ended: RunEnd[]
}

/** Leaves out the matches whose condition the rule has ended since, for rules that can do so. */
export async function checkOwnConditions(
  db: TenantDb,
  definition: RuleDefinition,
  waiting: readonly WaitingRun[],
): Promise<Checked> {
  const tests = traitTests(ownConditions(definition))
  if (tests.length === 0) return { runs: [...waiting], ended: [] }
  const first = new Map<string, ProfileRun>()
  for (const run of waiting.filter(isOfProfile)) if (!first.has(run.profile_id)) first.set(run.profile_id, run)
  const rows = await traitsStatement(db, { enterpriseId: db.enterpriseId, ids: [...first.keys()] })
  const traits = new Map(rows.map(({ profile_id: id, tags, attributes }) => [id as string, { tags, attributes }]))
  const isMet = ({ profile_id: id }: ProfileRun) => {
    const { tags, attributes } = traits.get(id) ?? { tags: [], attributes: {} }
    return tests.every((test) => test({ tags, attributes: attributes as Fact['attributes'] }))
  }
  const runs = [...first.values()].filter(isMet)
  const acting = new Set(runs.map(({ profile_id: id }) => id))
  const ended = waiting.filter((run) => !isOfProfile(run) || !acting.has(run.profile_id))
  return { runs, ended: ended.map(({ id }) => ({ id, state: 'SKIPPED', reasons: [ENDED] })) }
}
