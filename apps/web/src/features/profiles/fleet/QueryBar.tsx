import { Autocomplete, CloseButton } from '@mantine/core'
import { parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { type Completion, completionsOf, type KnownNames } from './completion.ts'
import { fleetTexts } from './fleet-texts.ts'
import classes from './QueryBar.module.css'

const texts = fleetTexts.query

// preloads the font of the suggestions: if it loads later, the browser lays out the whole page again
void document.fonts.load('1em "Geist Mono Variable"').catch(() => undefined)

type QueryBarProps = {
  value: string
  onChange: (query: string) => void
  names: KnownNames
  /** The server's refusal, for example of an unknown name. */
  refusal: string | undefined
}

/** The filter as a text with completions. Enter or leaving the input applies it; only then an error is shown. */
export function QueryBar({ value, onChange, names, refusal }: QueryBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { typed, setTyped, fault, setShowsFault } = useTyped(value, refusal)
  // deferred, so that the typed text is rendered without waiting for its completions
  const suggested = useDeferredValue(typed)
  const options = useMemo(() => completionsOf(suggested, names), [suggested, names])
  const apply = (text: string) => {
    if (parseFleetQuery(text).faults.length > 0) return setShowsFault(true)
    // the bar shows what is left of the text: terms that become chips leave it
    setTyped(undefined)
    setIsOpen(false)
    onChange(text.trim())
  }
  const clear = () => {
    setTyped(undefined)
    onChange('')
  }
  return (
    <Autocomplete
      className={classes.bar}
      aria-label={texts.label}
      placeholder={texts.placeholder}
      value={typed}
      data={options.map((option) => option.value)}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      filter={({ options }) => options}
      renderOption={({ option }) => <Suggestion completion={options.find(({ value }) => value === option.value)} />}
      onChange={(text) => {
        setTyped(text)
        setShowsFault(false)
      }}
      onOptionSubmit={setTyped}
      onKeyDown={(event) => {
        const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key === 'Enter' && !isChoosing) apply(typed)
      }}
      onBlur={() => {
        setShowsFault(true)
        if (typed.trim() !== value) apply(typed)
      }}
      error={fault}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label={texts.clear} onClick={clear} />}
      spellCheck={false}
      comboboxProps={{ width: 'target' }}
    />
  )
}

/** The text while it is typed, until it is applied or another query takes its place, and what is wrong with it. */
function useTyped(value: string, refusal: string | undefined) {
  const [entered, setTyped] = useState<string>()
  const [showsFault, setShowsFault] = useState(true)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(undefined)
  }
  const typed = entered ?? value
  const { faults } = parseFleetQuery(typed)
  const fault = showsFault || typed === value ? (faults[0]?.text ?? (typed === value ? refusal : undefined)) : undefined
  return { typed, setTyped, fault, setShowsFault }
}

function Suggestion({ completion }: { completion: Completion | undefined }) {
  return (
    <Row as="span" gap={12} justify="between" nowrap style={{ width: '100%' }}>
      <span className="code-text">{completion?.label}</span>
      <Note as="span" size="small">
        {completion?.hint}
      </Note>
    </Row>
  )
}
