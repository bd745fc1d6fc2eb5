import { Autocomplete, CloseButton } from '@mantine/core'
import { parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { fleetTexts } from '../../../texts/fleet.ts'
import { completionsOf, type KnownNames } from './completion.ts'
import classes from './QueryBar.module.css'

const texts = fleetTexts.query

// the suggestions are in the mono face: when it arrives later, the browser lays out the whole page again
void document.fonts.load('1em "Geist Mono Variable"').catch(() => undefined)

type QueryBarProps = {
  value: string
  onChange: (query: string) => void
  names: KnownNames
  /** The server's objection: an unknown name. */
  refusal: string | undefined
}

/** Filters as words, with completions; Enter applies them. A fault is shown while the user types. */
export function QueryBar({ value, onChange, names, refusal }: QueryBarProps) {
  const [typed, setTyped] = useState(value)
  const [isLeft, setIsLeft] = useState(true)
  const [shown, setShown] = useState(value)
  if (value !== shown) {
    setShown(value)
    setTyped(value)
  }
  const { faults } = parseFleetQuery(typed)
  const fault = isLeft || typed === value ? (faults[0]?.text ?? (typed === value ? refusal : undefined)) : undefined
  // the typed text is rendered at once, its completions right after
  const suggested = useDeferredValue(typed)
  const options = useMemo(() => completionsOf(suggested, names), [suggested, names])
  const ask = (text: string) => {
    if (parseFleetQuery(text).faults.length === 0) onChange(text.trim())
    else setIsLeft(true)
  }
  return (
    <Autocomplete
      className={classes.bar}
      aria-label={texts.label}
      placeholder={texts.placeholder}
      value={typed}
      data={options.map((option) => option.value)}
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const shown = options.find(({ value }) => value === option.value)
        return (
          <span className={classes.option}>
            <span className={classes.label}>{shown?.label}</span>
            <span className={classes.hint}>{shown?.hint}</span>
          </span>
        )
      }}
      onChange={(text) => {
        setTyped(text)
        setIsLeft(false)
      }}
      onOptionSubmit={(text) => setTyped(text)}
      onKeyDown={(event) => {
        const isChoosing = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key === 'Enter' && !isChoosing) ask(typed)
      }}
      onBlur={() => {
        setIsLeft(true)
        if (typed.trim() !== value) ask(typed)
      }}
      error={fault}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label={texts.clear}
            onClick={() => {
              setTyped('')
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
