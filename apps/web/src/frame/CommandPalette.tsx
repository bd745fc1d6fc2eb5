import { Loader, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { frameTexts } from '../texts/frame.ts'
import { say, sayCount } from '../texts/text.ts'
import { useOpening } from '../ui/opening.ts'
import type { FrameGroup } from '../ui/page/Navigation.tsx'
import classes from './CommandPalette.module.css'
import { type PaletteEntry, type PaletteGroup, usePalette } from './palette-entry.ts'
import { takeTyped } from './typed-ahead.ts'

const texts = frameTexts.palette

type CommandPaletteProps = { groups: readonly FrameGroup[]; isOpen: boolean; onClose: () => void }

/** Opens pages, profiles, configurations and batches, and runs actions, by keyboard. */
export function CommandPalette({ groups, isOpen, onClose }: CommandPaletteProps) {
  const { key, ref, isOpen: isShown, close } = useOpening(isOpen, onClose)
  return (
    <Modal.Root key={key} ref={ref} opened={isShown} onClose={close} size={580} yOffset="12vh">
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content aria-label={texts.label} radius="lg" shadow="xl">
        <Modal.Body p={0}>
          <Palette groups={groups} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Palette({ groups, onClose }: Omit<CommandPaletteProps, 'isOpen'>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { groups: results, isBusy } = usePalette(groups, typed)
  const all = results.flatMap(({ entries }) => entries)
  const run = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return
    onClose()
    entry.run()
  }
  const { at, choose, onKeyDown } = useChosen(all, run)
  const optionId = (index: number) => `${id}-${index}`
  const chosenId = all[at] && optionId(at)
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <div>
      <div className={classes.field}>
        {isBusy ? <Loader size={18} aria-hidden /> : <IconSearch size={18} aria-hidden />}
        <input
          className={classes.input}
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosenId}
          aria-label={texts.label}
          placeholder={texts.placeholder}
          value={typed}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            choose(0)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setTyped(typed + takeTyped())}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={texts.label} aria-busy={isBusy} className={classes.list}>
        <Groups groups={results} at={at} optionId={optionId} onHover={choose} onRun={run} />
      </div>
      <div className="visually-hidden" role="status">
        {isBusy ? texts.searching : sayCount(texts.found, all.length)}
      </div>
      {all.length === 0 && !isBusy && (
        <div className={classes.none}>
          <strong>{texts.none}</strong>
          {texts.noneText}
        </div>
      )}
    </div>
  )
}

/** The index of the chosen entry, which keys move; Enter runs it. */
function useChosen(all: readonly PaletteEntry[], run: (entry: PaletteEntry | undefined) => void) {
  const [chosen, choose] = useState(0)
  const at = Math.min(chosen, Math.max(0, all.length - 1))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') choose((at + 1) % Math.max(1, all.length))
    else if (event.key === 'ArrowUp') choose((at + all.length - 1) % Math.max(1, all.length))
    else if (event.key === 'Home' && event.ctrlKey) choose(0)
    else if (event.key === 'End' && event.ctrlKey) choose(Math.max(0, all.length - 1))
    else if (event.key === 'Enter') run(all[at])
    else return
    event.preventDefault()
  }
  return { at, choose, onKeyDown }
}

const nameOf = ({ id, about = '' }: PaletteGroup) => say(texts.groups[id], { name: about })

type GroupsProps = {
  groups: readonly PaletteGroup[]
  /** Index of the selected entry among the entries of all groups. */
  at: number
  optionId: (index: number) => string
  onHover: (index: number) => void
  onRun: (entry: PaletteEntry) => void
}

function Groups({ groups, at, optionId, onHover, onRun }: GroupsProps) {
  let index = -1
  return groups.map((group) => (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
    <div key={group.id} role="group" aria-label={nameOf(group)}>
      <div className={classes.group} aria-hidden>
        {nameOf(group)}
      </div>
      {group.entries.map((entry) => {
        index += 1
        const own = index
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the text field
          <div
            key={`${entry.kind} ${entry.id}`}
            id={optionId(own)}
            role="option"
            tabIndex={-1}
            aria-selected={own === at}
            className={classes.option}
            onMouseMove={() => onHover(own)}
            onClick={() => onRun(entry)}
          >
            <entry.icon size={18} stroke={1.6} />
            <span className="ellipsis fixed" style={{ maxWidth: '70%' }}>
              {entry.shown}
            </span>
            {entry.note && <span className={classes.note}>{entry.note}</span>}
          </div>
        )
      })}
    </div>
  ))
}
