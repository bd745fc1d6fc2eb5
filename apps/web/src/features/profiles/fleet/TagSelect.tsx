import { Select } from '@mantine/core'
import * as tag from '@simwright/contract/profiles/tag'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { GroupTag } from '../../../esim/GroupTag.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { tagTexts as texts } from '../../../texts/tag.ts'
import { say } from '../../../texts/text.ts'
import { toast } from '../../../ui/toast.ts'

type TagSelectProps = {
  label: string
  /** `spoken`: the place says what is chosen. */
  labelIs?: 'spoken'
  value: string
  /** Tags that are not offered. */
  without?: readonly string[]
  /** Typing the name of no tag offers to create it. */
  isNewAllowed: boolean
  onChange: (id: string) => void
}

const NEW = 'new'

/** A tag, with suggestions while typing. */
export function TagSelect({ label, labelIs, value, without = [], isNewAllowed, onChange }: TagSelectProps) {
  const { data } = useAsk(tag.list, {})
  const [typed, setTyped] = useState('')
  const mayAdd = useAllowed(['Group_Edit', 'Fleet_Edit']) && isNewAllowed
  const add = useMutation(tag.add, { changes: [tag.list], silent: true })
  const items = data?.items ?? []
  const known = items.filter(({ id }) => !without.includes(id)).map(({ id, name }) => ({ value: id, label: name }))
  const name = typed.trim()
  const isNew = data !== undefined && name !== '' && !items.some((one) => one.name.toLowerCase() === name.toLowerCase())
  const created = tag.TagName.safeParse(name)
  const choose = (next: string | null) => {
    if (next !== NEW) onChange(next ?? '')
    else if (created.success) add.mutate({ fields: { name: created.data } }, { onSuccess: ({ id }) => use(id) })
  }
  const use = (id: string) => {
    toast.success(say(texts.created, { name }))
    onChange(id)
  }
  const colorOf = (id: string) => items.find((one) => one.id === id)?.color ?? null
  const fault = isNew && mayAdd && !created.success ? created.error.issues[0]?.message : undefined
  return (
    <Select
      label={labelIs ? undefined : label}
      aria-label={labelIs && label}
      defaultDropdownOpened={labelIs !== undefined}
      placeholder={mayAdd ? texts.chooseOrCreate : texts.choose}
      data={
        mayAdd && isNew && created.success ? [...known, { value: NEW, label: say(texts.createNamed, { name }) }] : known
      }
      renderOption={({ option }) =>
        option.value === NEW ? option.label : <GroupTag name={option.label} color={colorOf(option.value)} />
      }
      value={value || null}
      onChange={choose}
      onSearchChange={setTyped}
      nothingFoundMessage={texts.unknown}
      error={fault ?? (add.error && (add.error.faults?.[0]?.text ?? add.error.message))}
      readOnly={add.isPending}
      searchable
      allowDeselect={false}
      data-autofocus
    />
  )
}
