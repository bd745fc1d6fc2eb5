import { Select } from '@mantine/core'
import * as group from '@simwright/contract/profiles/group'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useGroupLimit } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { groupTexts } from '../../../texts/group.ts'
import { operationTexts as texts } from '../../../texts/operation.ts'
import { say } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'

type GroupSelectProps = {
  label: string
  /** `spoken`: the label is next to the field already. */
  labelIs?: 'spoken'
  value: string
  onChange: (value: string) => void
}

const NONE = 'none'
const NEW = 'new'

/** The group that profiles move into, or `none`. Typing the name of no group offers to create it. */
export function GroupSelect({ label, labelIs, value, onChange }: GroupSelectProps) {
  const { data } = useAsk(group.list, {})
  const [typed, setTyped] = useState('')
  const isLimited = useGroupLimit() !== null
  const mayAdd = useAllowed('Group_Edit') && !isLimited
  const add = useMutation(group.add, { changes: [group.list], silent: true })
  const known = [
    ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
    { value: NONE, label: texts.noGroup },
  ]
  const name = typed.trim()
  const created = group.NewGroup.safeParse({ name })
  const isNew = data !== undefined && created.success && !known.some((one) => isSameName(one.label, name))
  const choose = (next: string | null) => {
    if (next !== NEW || !created.success) onChange(next ?? '')
    else add.mutate({ fields: created.data }, { onSuccess: ({ id }) => use(id) })
  }
  const use = (id: string) => {
    toast.success(say(groupTexts.created, { name }))
    onChange(id)
  }
  return (
    <Select
      label={labelIs ? undefined : label}
      aria-label={labelIs && label}
      defaultDropdownOpened={labelIs !== undefined}
      placeholder={mayAdd ? texts.groupPlaceholder : undefined}
      data={mayAdd && isNew ? [...known, { value: NEW, label: say(texts.createGroup, { name }) }] : known}
      value={value || null}
      onChange={choose}
      onSearchChange={setTyped}
      nothingFoundMessage={texts.groupUnknown}
      error={add.error && (add.error.faults?.[0]?.text ?? add.error.message)}
      readOnly={add.isPending}
      searchable
      allowDeselect={false}
      data-autofocus
    />
  )
}

const isSameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
