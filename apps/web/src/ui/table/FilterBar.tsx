import { ActionIcon, Button, Checkbox, CloseButton, Menu, Popover, Radio, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { formatDate, formatTime, localOf } from '../../base/time.ts'
import { say, sayCount } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { DateInput } from '../form/DateInput.tsx'
import { Row } from '../layout/layout.tsx'
import { Sheet } from '../overlay/Sheet.tsx'
import { MoreSlot } from '../phone.ts'
import { Masking } from '../text/masking.ts'
import classes from './FilterBar.module.css'
import { type Filter, type Filters, isMoment, type ShownFilters } from './url-filter.ts'

const TYPING_PAUSE_MS = 300

type FilterBarProps<F extends Filters> = {
  filter: ShownFilters<F>
  /** The text filter that is always shown, as a search field. */
  search?: { name: keyof F & string; placeholder: string }
  /** Rendered before the search field. */
  before?: ReactNode
  /** Secondary controls, rendered after the menu of filters; on a phone in the sheet of the table's options. */
  after?: ReactNode
  /** The button for what the list is about, rendered last on any screen. */
  main?: ReactNode
}

/**
 * A search field, a chip for each active filter, and a menu of the others, on a phone a sheet with all of them. All
 * values are stored in the address.
 */
export function FilterBar<F extends Filters>({ filter, search, before, after, main }: FilterBarProps<F>) {
  const slot = use(MoreSlot)
  const [opened, setOpened] = useState<string>()
  const names = Object.keys(filter.filters).filter((name) => name !== search?.name)
  const shown = names.filter((name) => filter.raw[name] || name === opened)
  const others = names.filter((name) => !shown.includes(name))
  const bar = useRef<HTMLDivElement>(null)
  useHotkeys([
    [
      '/',
      () => {
        // not while a dialog covers the page
        if (document.querySelector('[aria-modal="true"]') === null) bar.current?.querySelector('input')?.focus()
      },
    ],
  ])
  const isPhone = slot !== undefined
  return (
    <div className={classes.bar} data-phone={isPhone || undefined} ref={bar}>
      {before}
      {search && (
        <SearchField
          label={filter.filters[search.name]!.label}
          placeholder={search.placeholder}
          value={filter.raw[search.name] ?? ''}
          onChange={(value) => filter.set(search.name, value)}
        />
      )}
      {isPhone && names.length > 0 && <FilterSheet filter={filter} names={names} />}
      {isPhone && slot && after && createPortal(after, slot)}
      <Chips isPhone={isPhone}>
        {shown.map((name) => (
          <FilterChip
            key={name}
            filter={filter.filters[name]!}
            raw={filter.raw[name] ?? ''}
            isOpen={opened === name}
            onOpen={(isOpen) => setOpened(isOpen ? name : undefined)}
            onChange={(raw) => filter.set(name, raw)}
          />
        ))}
        {isPhone ? (
          filter.isOn && <ClearButton onClick={filter.clear} />
        ) : (
          <>
            <div className={classes.together}>
              {others.length > 0 && <FilterMenu filter={filter} names={others} onChoose={setOpened} />}
              {filter.isOn && <ClearButton onClick={filter.clear} />}
            </div>
            {after}
          </>
        )}
      </Chips>
      {isPhone && main ? <div className={classes.main}>{main}</div> : main}
    </div>
  )
}

const ClearButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="subtle" color="gray" onClick={onClick}>
    {uiTexts.filter.clear}
  </Button>
)

type FilterMenuProps<F extends Filters> = {
  filter: ShownFilters<F>
  names: readonly string[]
  onChoose: (name: string) => void
}

/** The filters that can be added. */
function FilterMenu<F extends Filters>({ filter, names, onChoose }: FilterMenuProps<F>) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<IconFilter size={15} />} aria-label={uiTexts.filter.addLabel}>
          {uiTexts.filter.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ maxHeight: 'min(70vh, 560px)', overflowY: 'auto' }}>
        {names.map((name) => (
          <Menu.Item key={name} onClick={() => onChoose(name)}>
            {filter.filters[name]!.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** On a phone the chips have a line of their own, which scrolls. */
function Chips({ isPhone, children }: { isPhone: boolean; children: ReactNode }) {
  return isPhone ? <div className={classes.chips}>{children}</div> : children
}

type FilterSheetProps<F extends Filters> = { filter: ShownFilters<F>; names: readonly string[] }

/** A button that opens all filters in a sheet; the active ones are unfolded. */
function FilterSheet<F extends Filters>({ filter, names }: FilterSheetProps<F>) {
  const [isOpen, setIsOpen] = useState(false)
  const active = names.filter((name) => filter.raw[name])
  return (
    <>
      <ActionIcon
        variant="default"
        size={34}
        className={classes.open}
        data-count={active.length || undefined}
        aria-label={active.length === 0 ? uiTexts.filter.sheet : sayCount(uiTexts.filter.some, active.length)}
        onClick={() => setIsOpen(true)}
      >
        <IconAdjustmentsHorizontal size={18} />
      </ActionIcon>
      <Sheet
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={uiTexts.filter.sheet}
        foot={
          <>
            <Button variant="default" disabled={!filter.isOn} onClick={filter.clear}>
              {uiTexts.filter.clear}
            </Button>
            <Button onClick={() => setIsOpen(false)}>{uiTexts.filter.show}</Button>
          </>
        }
      >
        {names.map((name) => (
          <SheetFilter
            key={name}
            filter={filter.filters[name]!}
            raw={filter.raw[name] ?? ''}
            isOnly={names.length === 1}
            onChange={(raw) => filter.set(name, raw)}
          />
        ))}
      </Sheet>
    </>
  )
}

type SheetFilterProps = { filter: Filter; raw: string; isOnly: boolean; onChange: FilterChipProps['onChange'] }

function SheetFilter({ filter, raw, isOnly, onChange }: SheetFilterProps) {
  const masked = use(Masking)
  const [startsOpen] = useState(isOnly || raw !== '')
  return (
    <details className={classes.fold} open={startsOpen}>
      <summary>
        <span>{filter.label}</span>
        <span className={classes.chosen}>{raw && masked(describe(filter, raw))}</span>
      </summary>
      <div style={{ padding: '2px 0 16px' }}>
        <FilterFields key={filter.kind === 'text' ? raw : ''} filter={filter} raw={raw} onChange={onChange} />
      </div>
    </details>
  )
}

type SearchFieldProps = { label: string; placeholder: string; value: string; onChange: (value: string) => void }

function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  const [reported, setReported] = useState(value)
  if (value !== seen) {
    setSeen(value)
    // a value other than the one reported last was set elsewhere: by a view, a link, or `clear`
    if (value !== reported) {
      setReported(value)
      setTyped(value)
    }
  }
  useEffect(() => {
    if (typed.trim() === reported) return
    const timer = setTimeout(() => {
      setReported(typed.trim())
      onChange(typed.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, reported, onChange])
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        typed && (
          <CloseButton
            size="sm"
            aria-label={say(uiTexts.filter.remove, { name: label })}
            onClick={() => setTyped('')}
          />
        )
      }
    />
  )
}

type FilterChipProps = {
  filter: Filter
  raw: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (raw: string | undefined) => void
}

function FilterChip({ filter, raw, isOpen, onOpen, onChange }: FilterChipProps) {
  const masked = use(Masking)
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" shadow="md" radius="md" trapFocus returnFocus>
      <span className={classes.chip}>
        <Popover.Target>
          <button
            type="button"
            className={classes.words}
            title={say(uiTexts.filter.edit, { name: filter.label })}
            onClick={() => onOpen(!isOpen)}
          >
            {filter.label}: <strong>{raw ? masked(describe(filter, raw)) : uiTexts.filter.any}</strong>
          </button>
        </Popover.Target>
        <button
          type="button"
          className={classes.remove}
          aria-label={say(uiTexts.filter.remove, { name: filter.label })}
          onClick={() => {
            onOpen(false)
            onChange(undefined)
          }}
        >
          <IconX size={13} aria-hidden />
        </button>
      </span>
      <Popover.Dropdown aria-label={filter.label}>
        <FilterFields filter={filter} raw={raw} onChange={onChange} onDone={() => onOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

type FilterFieldsProps = { filter: Filter; raw: string; onChange: FilterChipProps['onChange']; onDone?: () => void }

function FilterFields({ filter, raw, onChange, onDone }: FilterFieldsProps) {
  if (filter.kind === 'choices') {
    const chosen = raw === '' ? [] : raw.split(',')
    return (
      <Checkbox.Group aria-label={filter.label} value={chosen} onChange={(next) => onChange(next.join(','))}>
        <div className={classes.choices}>
          {filter.choices.map((choice) => (
            <Checkbox key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </div>
      </Checkbox.Group>
    )
  }
  if (filter.kind === 'choice') {
    return (
      <Radio.Group aria-label={filter.label} value={raw} onChange={onChange}>
        <div className={classes.choices}>
          {filter.choices.map((choice) => (
            <Radio key={choice.value} value={choice.value} label={choice.label} />
          ))}
        </div>
      </Radio.Group>
    )
  }
  if (filter.kind === 'days') return <DayFields raw={raw} isInPopover={onDone !== undefined} onChange={onChange} />
  return <TextField label={filter.label} raw={raw} onChange={onChange} onDone={onDone} />
}

type TextFieldProps = {
  label: string
  raw: string
  onChange: FilterChipProps['onChange']
  onDone: (() => void) | undefined
}

function TextField({ label, raw, onChange, onDone }: TextFieldProps) {
  const [typed, setTyped] = useState(raw)
  return (
    <Row
      as="form"
      align="end"
      nowrap
      onSubmit={(event) => {
        event.preventDefault()
        onChange(typed.trim())
        onDone?.()
      }}
    >
      <TextInput
        label={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus={onDone && true}
      />
      <Button type="submit">{uiTexts.filter.apply}</Button>
    </Row>
  )
}

type DayFieldsProps = { raw: string; isInPopover: boolean; onChange: FilterChipProps['onChange'] }

function DayFields({ raw, isInPopover, onChange }: DayFieldsProps) {
  const [from = '', to = ''] = raw.split('..')
  const set = (nextFrom: string, nextTo: string) => onChange(nextFrom || nextTo ? `${nextFrom}..${nextTo}` : undefined)
  return (
    <div className={classes.days}>
      <DateInput
        label={uiTexts.filter.from}
        value={dayIn(from)}
        max={dayIn(to) || undefined}
        isNested={isInPopover}
        data-autofocus={isInPopover}
        onChange={(day) => set(day, dayIn(to))}
      />
      <DateInput
        label={uiTexts.filter.to}
        value={dayIn(to)}
        min={dayIn(from) || undefined}
        isNested={isInPopover}
        onChange={(day) => set(dayIn(from), day)}
      />
    </div>
  )
}

/** The day of a side of a range. */
const dayIn = (side: string) => (isMoment(side) ? localOf(side).slice(0, 'YYYY-MM-DD'.length) : side)

const formatSide = (side: string) => (isMoment(side) ? formatTime(side) : formatDate(`${side}T12:00:00`))

function describe(filter: Filter, raw: string): string {
  if (filter.kind === 'text') return raw
  if (filter.kind === 'days') {
    const [from, to] = raw.split('..').map((side) => (side ? formatSide(side) : undefined))
    if (from && to) return say(uiTexts.filter.between, { from, to })
    return from ? say(uiTexts.filter.since, { from }) : say(uiTexts.filter.until, { to: to ?? '' })
  }
  if (filter.choices.length === 0) return '…'
  const values = filter.kind === 'choice' ? [raw] : raw.split(',')
  const labels = values.map((value) => filter.choices.find((c) => c.value === value)?.label ?? value)
  return labels.length > 2 ? `${labels.slice(0, 2).join(', ')} +${labels.length - 2}` : labels.join(', ')
}
