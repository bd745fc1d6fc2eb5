import { Select } from '@mantine/core'
import * as group from '@simwright/contract/profiles/group'
import { useAsk } from '../../../api/query.ts'
import { operationTexts as texts } from '../../../texts/operation.ts'

type GroupSelectProps = { label: string; value: string; onChange: (value: string) => void }

/** The group that profiles move into, or `none`. */
export function GroupSelect({ label, value, onChange }: GroupSelectProps) {
  const { data } = useAsk(group.list, {})
  const groups = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []
  return (
    <Select
      label={label}
      data={[...groups, { value: 'none', label: texts.noGroup }]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      allowDeselect={false}
      data-autofocus
    />
  )
}
