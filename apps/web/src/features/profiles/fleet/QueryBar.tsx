import { Autocomplete, CloseButton } from '@mantine/core'
import { parseFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { fleetTexts } from '../../../texts/fleet.ts'
import { completionsOf, type KnownNames } from './completion.ts'
import classes from './QueryBar.module.css'

const texts = fleetTexts.query

// what is offered stands in the mono face: when that comes later, the browser lays out the whole page anew
void document.fonts.load('1em "Geist Mono Variable"').catch(() => undefined)

type QueryBarProps = {
  value: string
  onChange: (query: string) => void
  names: KnownNames
  /** What the server found wrong: a name that is not there. */
  refusal: string | undefined
}

/** Filters as words, with what each could become; Enter asks. A fault is said while it is written. */
export function QueryBar({ value, onChange, names, refusal }: QueryBarProps) {
  const [typed, setTyped] = useState(value)
  const [isLeft, setIsLeft] = useState(true)
  useEffect(() => setTyped(value), [value])
  const { faults } = parseFleetQuery(typed)
  const fault = isLeft || typed === value ? (faults[0]?.text ?? (typed === value ? refusal : undefined)) : undefined
  // what is typed shows at once, what it could become right after
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
