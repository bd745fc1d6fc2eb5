import { Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as configuration from '@simwright/contract/profiles/configuration'
import { type ReactNode, useState } from 'react'
import { useAsk } from '../api/query.ts'
import { configurationTexts } from '../texts/configuration.ts'
import { StatusBadge } from '../ui/text/StatusBadge.tsx'

const MAX_OPTIONS = 50
const TYPING_PAUSE_MS = 200

type ConfigurationSelectProps = {
  label: string
  name: string
  value: string | undefined
  onChange: (id: string | undefined) => void
  error?: ReactNode
  disabled?: boolean
  /** Only configurations whose packages the portal builds. Default: all. */
  packages?: 'built'
  /** The codes of its profiles are given to devices: says why a configuration for operators does not fit. */
  forCodes?: boolean
  /** None may be chosen, and the choice can be cleared. */
  isOptional?: boolean
}

/** Selects a profile configuration by name. The server searches for the typed text, so the number is unlimited. */
export function ConfigurationSelect(props: ConfigurationSelectProps) {
  const { label, name, value, onChange, error, disabled, packages, forCodes, isOptional = false } = props
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const chosen = useAsk(configuration.get, { id: value ?? '' }, { enabled: value !== undefined })
  const chosenName = chosen.data?.fields.name
  const isUnfit = forCodes && chosen.data?.fields.orderedBy === 'operator'
  const wanted = isOpen && typed !== chosenName ? typed.trim() : ''
  const [search] = useDebouncedValue(wanted, TYPING_PAUSE_MS)
  const found = useConfigurations({ search, packages })
  const isEarlier = search !== wanted || found.isPlaceholderData
  // Enter takes the first of what is listed: never one of an earlier search that does not fit
  const rows = (found.data?.items ?? []).filter(({ name }) => !isEarlier || startsWith(name, wanted))
  const incomplete = new Set(rows.filter((row) => !row.complete).map(({ id }) => id))
  const isChosenShown = value === undefined || rows.some((row) => row.id === value)
  const data = [
    ...(isChosenShown || chosenName === undefined || wanted !== '' ? [] : [{ value: value!, label: chosenName }]),
    ...rows.map((row) => ({ value: row.id, label: row.name })),
  ]
  return (
    <Select
      label={label}
      data-path={name}
      placeholder={configurationTexts.choose}
      nothingFoundMessage={configurationTexts.noneFound}
      data={data}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      // the first field of a filled-in form gets the focus, and Enter must not choose another configuration
      openOnFocus={value === undefined}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      renderOption={({ option }) => <Option name={option.label} isComplete={!incomplete.has(option.value)} />}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      allowDeselect={false}
      clearable={isOptional}
      withAsterisk={!isOptional}
      error={error || (isUnfit && configurationTexts.forOperators)}
      disabled={disabled}
    />
  )
}

const startsWith = (name: string, start: string) => name.toLowerCase().startsWith(start.toLowerCase())

function Option({ name, isComplete }: { name: string; isComplete: boolean }) {
  return (
    <Group gap={8} wrap="nowrap" justify="space-between" flex={1}>
      <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{name}</span>
      {!isComplete && <StatusBadge tone="warning">{configurationTexts.incomplete}</StatusBadge>}
    </Group>
  )
}

type ConfigurationSearch = { search?: string; packages?: 'built' | undefined; enabled?: boolean }

/** The first configurations by name; with `search`, only those whose name starts with it. */
export function useConfigurations({ search = '', packages, enabled = true }: ConfigurationSearch = {}) {
  return useAsk(
    configuration.list,
    {
      filter: { ...(search === '' ? {} : { name: search }), ...(packages && { packages }) },
      sort: { by: 'name', direction: 'asc' },
      limit: MAX_OPTIONS,
    },
    { keepPrevious: true, enabled },
  )
}

const CHOICE_KEY = 'simwright.configuration'

/** The preselected configuration: the only one, the one chosen last in this browser, or the only own one that is complete. */
export function useFirstChoice(packages?: 'built'): string | undefined {
  const { data } = useConfigurations({ packages })
  if (data === undefined) return undefined
  const { items, total } = data
  const last = localStorage.getItem(CHOICE_KEY)
  const chosen = total === 1 ? items[0] : items.find((row) => row.id === last)
  if (chosen || total > items.length) return chosen?.id
  const [own, ...others] = items.filter(({ complete, frozen, sample }) => complete && !frozen && !sample)
  return others.length === 0 ? own?.id : undefined
}

export function rememberChoice(id: string): void {
  localStorage.setItem(CHOICE_KEY, id)
}
