import { Autocomplete, CloseButton } from '@mantine/core'
import { parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { completionsOf, type KnownNames } from './completion.ts'
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
  const [entered, setEntered] = useState<string>()
  const [showsFault, setShowsFault] = useState(true)
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setEntered(undefined)
  }
  const typed = entered ?? value
  const { faults } = parseFleetQuery(typed)
  const fault = showsFault || typed === value ? (faults[0]?.text ?? (typed === value ? refusal : undefined)) : undefined
  // deferred, so that the typed text is rendered without waiting for its completions
  const suggested = useDeferredValue(typed)
  const options = useMemo(() => completionsOf(suggested, names), [suggested, names])
  const apply = (text: string) => {
    if (parseFleetQuery(text).faults.length > 0) return setShowsFault(true)
    // the bar shows what is left of the text: terms that become chips leave it
    setEntered(undefined)
    setIsOpen(false)
    onChange(text.trim())
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
      renderOption={({ option }) => {
        const shown = options.find(({ value }) => value === option.value)
        return (
          <Row as="span" gap={12} justify="between" nowrap style={{ width: '100%' }}>
            <span className="code-text">{shown?.label}</span>
            <Note as="span" size="small">
              {shown?.hint}
            </Note>
          </Row>
        )
      }}
      onChange={(text) => {
        setEntered(text)
        setShowsFault(false)
      }}
      onOptionSubmit={setEntered}
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
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label={texts.clear}
            onClick={() => {
              setEntered(undefined)
              onChange('')
            }}
          />
        )
      }
      spellCheck={false}
      comboboxProps={{ width: 'target' }}
    />
  )
}
