import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { id } from '@simwright/contract/list'
import * as client from '@simwright/contract/people/client'
import { type ReactNode, useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { staffOrderTexts } from './staff-order-texts.ts'

const MAX_OPTIONS = 50
const TYPING_PAUSE_MS = 200

const texts = staffOrderTexts.byHand

type ClientSelectProps = {
  /** The id of an enterprise account; empty: none. */
  value: string
  onChange: (id: string) => void
  error: ReactNode
}

/** Selects a client by name or id; staff who may not see the list of clients enter the id. */
export function ClientSelect(props: ClientSelectProps) {
  const maySearch = useAllowed('Admin_Client_View')
  if (maySearch) return <FoundClient {...props} />
  const { value, onChange, error } = props
  return (
    <TextInput
      label={texts.client}
      description={texts.clientHelp}
      withAsterisk
      name="enterpriseId"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={error}
    />
  )
}

const nameOf = ({ name, platform }: Pick<client.ClientRow, 'name' | 'platform'>) => `${name} · ${platform}`

const fits = (row: Pick<client.ClientRow, 'id' | 'name' | 'platform'>, typed: string) =>
  row.id === typed || nameOf(row).toLowerCase().includes(typed.toLowerCase())

/** The server searches for the typed text, so the number of clients is unlimited. */
function FoundClient({ value, onChange, error }: ClientSelectProps) {
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const chosen = useAsk(client.get, { id: value }, { enabled: id.safeParse(value).success })
  const chosenName = chosen.data && nameOf(chosen.data)
  const wanted = isOpen && typed !== chosenName ? typed.trim() : ''
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const found = useAsk(
    client.list,
    { filter: search === '' ? {} : { search }, limit: MAX_OPTIONS },
    { keepPrevious: true },
  )
  const isEarlier = search !== wanted || found.isPlaceholderData
  // Enter takes the first of what is listed: never one of an earlier search that does not fit
  const rows = (found.data?.items ?? []).filter((row) => !isEarlier || fits(row, wanted))
  const isMissing = chosenName !== undefined && search === '' && rows.every((row) => row.id !== value)
  return (
    <Select
      label={texts.client}
      name="enterpriseId"
      placeholder={texts.clientPlaceholder}
      nothingFoundMessage={texts.clientNone}
      data={[
        ...(isMissing ? [{ value, label: chosenName }] : []),
        ...rows.map((row) => ({ value: row.id, label: nameOf(row) })),
      ]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      allowDeselect={false}
      withAsterisk
      error={error ?? found.error?.message}
    />
  )
}
