import * as attribute from '@simwright/contract/profiles/attribute'
import * as configuration from '@simwright/contract/profiles/configuration'
import * as group from '@simwright/contract/profiles/group'
import * as tag from '@simwright/contract/profiles/tag'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'

export type Choice = { value: string; label: string }

const CONFIGURATIONS_MAX = 200
const choiceOf = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name })

/** What a rule can refer to, by name. */
export function useRuleChoices() {
  const maySeeConfigurations = useAllowed('Profile_Config_View')
  const configurations = useAsk(configuration.list, { limit: CONFIGURATIONS_MAX }, { enabled: maySeeConfigurations })
  const groups = useAsk(group.list, {})
  const tags = useAsk(tag.list, {})
  const attributes = useAsk(attribute.list, {})
  return {
    configurations: (configurations.data?.items ?? []).map(choiceOf),
    groups: (groups.data?.items ?? []).map(choiceOf),
    tags: (tags.data?.items ?? []).map(choiceOf),
    attributes: (attributes.data?.items ?? []).map(choiceOf),
  }
}

/** The names of all that a rule can refer to, for its sentence. */
export function useRuleNames(): ReadonlyMap<string, string> {
  const choices = useRuleChoices()
  return new Map(
    Object.values(choices)
      .flat()
      .map(({ value, label }) => [value, label]),
  )
}
