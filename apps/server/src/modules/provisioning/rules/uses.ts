import type { RuleDefinition } from '@simwright/contract/provisioning/rule'

/** The ids of the tags, attributes, groups and configurations that a rule refers to, each once. */
export function idsUsed({ conditions, actions }: Pick<RuleDefinition, 'conditions' | 'actions'>): string[] {
  const { configurationIds, groupIds, tagIds, withoutTagIds, attributes } = conditions
  const byActions = actions.flatMap((action) => {
    if ('tagId' in action) return [action.tagId]
    if ('attributeId' in action) return action.attributeId === null ? [] : [action.attributeId]
    return 'groupId' in action && action.groupId !== null ? [action.groupId] : []
  })
  const all = [
    ...configurationIds,
    ...groupIds,
    ...tagIds,
    ...withoutTagIds,
    ...attributes.map(({ attributeId }) => attributeId),
    ...byActions,
  ]
  return [...new Set(all)]
}
