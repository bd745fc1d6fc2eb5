import { MultiSelect } from '@mantine/core'
import { LIMIT_GROUPS_MAX } from '@simwright/contract/people/group-limit'
import * as group from '@simwright/contract/profiles/group'
import { useAsk } from '../../../api/query.ts'
import { teamTexts } from '../../../texts/team.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'

const texts = teamTexts.groupLimit

type GroupLimitInputProps = {
  /** Ids of groups; null: all profiles. */
  value: readonly string[] | null
  onChange: (value: readonly string[] | null) => void
  /** The signed-in user is limited too, and can only give a limit. */
  mustLimit: boolean
  error?: string | undefined
}

/** Chooses between all profiles and those of some groups. */
export function GroupLimitInput({ value, onChange, mustLimit, error }: GroupLimitInputProps) {
  const { data } = useAsk(group.list, {}, { staleMs: 60_000 })
  const groups = data?.items ?? []
  const all = { value: 'all', label: texts.all, help: texts.allHelp } as const
  const some = { value: 'some', label: texts.some, help: mustLimit ? texts.someOnly : texts.someHelp } as const
  return (
    <Stack gap={12}>
      <ChoiceCards
        label={texts.label}
        choices={mustLimit ? [some] : [all, some]}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : (value ?? []))}
      />
      {value !== null && (
        <MultiSelect
          label={texts.groups}
          description={data && groups.length === 0 ? texts.noGroups : undefined}
          placeholder={value.length === 0 ? texts.choose : undefined}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...value]}
          onChange={onChange}
          maxValues={LIMIT_GROUPS_MAX}
          nothingFoundMessage={texts.noGroup}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': texts.clear }}
          hidePickedOptions
          error={error}
        />
      )}
    </Stack>
  )
}
