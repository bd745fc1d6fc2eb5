import { Tooltip } from '@mantine/core'
import { IconChevronRight, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react'
import type { Destination } from '../../paths.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Fitting } from '../text/Mono.tsx'
import classes from './Navigation.module.css'

type Icon = ComponentType<{ size?: number; stroke?: number }>

export type FrameEntry = {
  label: string
  to: string
  /** Other paths under which the entry is highlighted, in addition to `to` and the paths below it. */
  also?: readonly string[]
  icon: Icon
  /** How much waits on the page, as shown, and as said after the label; undefined: nothing. */
  waiting?: { shown: string; label: string } | undefined
  /** Where the entry leads if it is an object on the page `to`. */
  object?: Destination
  /** Pins the entry below the menu, or unpins it. */
  pin?: { isPinned: boolean; toggle: () => void }
}

export type FrameGroup = {
  id: string
  label?: string
  entries: readonly FrameEntry[]
  /** The icon of a group that folds to one line. */
  icon?: Icon
  /** The user's own entries below the menu, which are never highlighted: the menu highlights the page. */
  isOwn?: true
}

/** The groups that the user has unfolded, and a function that folds or unfolds one. */
export type Folding = { open: readonly string[]; setOpen: (id: string, isOpen: boolean) => void }

type NavigationProps = { groups: readonly FrameGroup[]; folding: Folding; pathname: string; isNarrow: boolean }

/** The menu: groups of links, of which some fold to one line, then the user's own entries. */
export function Navigation({ groups, folding, pathname, isNarrow }: NavigationProps) {
  const navigation = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path highlights another entry
  useEffect(() => {
    // in an effect it would lay out the page once more, before its content is there
    const frame = requestAnimationFrame(() => {
      if (navigation.current) scrollToCurrent(navigation.current)
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <nav
      ref={navigation}
      className={classes.navigation}
      data-narrow={isNarrow || undefined}
      aria-label={uiTexts.navigation}
    >
      {groups.map((group) => (
        <Group key={group.id} group={group} folding={folding} pathname={pathname} isNarrow={isNarrow} />
      ))}
    </nav>
  )
}

/**
 * Scrolls the menu, so that the entry of the page is in sight. After `scrollIntoView` the Tab key would continue at the
 * entry, and skip the link that comes first in the page.
 */
function scrollToCurrent(navigation: HTMLElement): void {
  const entry = navigation.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!entry) return
  const { top, bottom } = navigation.getBoundingClientRect()
  if (entry.top < top) navigation.scrollTop -= top - entry.top
  else if (entry.bottom > bottom) navigation.scrollTop += entry.bottom - bottom
}

type GroupProps = Omit<NavigationProps, 'groups'> & { group: FrameGroup }

function Group({ group, folding, pathname, isNarrow }: GroupProps) {
  const listId = useId()
  const isActive = ({ to, also = [] }: FrameEntry) =>
    !group.isOwn && [to, ...also].some((path) => isWithin(pathname, path))
  const isInside = group.entries.some(isActive)
  const [isOpen, setOpen] = useFold(group.id, isInside, folding)
  const isShown = group.icon === undefined || isOpen
  return (
    <div className={classes.group} data-own={group.isOwn}>
      {group.icon && (
        <FoldButton
          group={group}
          listId={listId}
          isOpen={isOpen}
          isInside={isInside}
          isNarrow={isNarrow}
          onFold={setOpen}
        />
      )}
      {group.label && !group.icon && <div className={classes.groupLabel}>{group.label}</div>}
      {isShown && (
        <ul id={listId} className={classes.entries} data-folds={group.icon !== undefined || undefined}>
          {group.entries.map((entry) => (
            <Item
              key={entry.object ? JSON.stringify(entry.object) : entry.to}
              entry={entry}
              isActive={isActive(entry)}
              isNarrow={isNarrow}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether a group is open: while its page is shown, unless the user folds it there, or else as the user left it. */
function useFold(id: string, isInside: boolean, { open, setOpen }: Folding): [boolean, (isOpen: boolean) => void] {
  const [isFoldedInside, setIsFoldedInside] = useState(false)
  const [wasInside, setWasInside] = useState(isInside)
  if (wasInside !== isInside) {
    setWasInside(isInside)
    setIsFoldedInside(false)
  }
  const isOpen = isInside ? !isFoldedInside : open.includes(id)
  return [
    isOpen,
    (next) => {
      setIsFoldedInside(!next)
      setOpen(id, next)
    },
  ]
}

type FoldButtonProps = {
  group: FrameGroup
  listId: string
  isOpen: boolean
  isInside: boolean
  isNarrow: boolean
  onFold: (isOpen: boolean) => void
}

function FoldButton({ group, listId, isOpen, isInside, isNarrow, onFold }: FoldButtonProps) {
  const { icon: Icon, label = '' } = group
  // the entries show it while they are shown
  const waiting = isOpen ? undefined : group.entries.find((entry) => entry.waiting)?.waiting
  return (
    <NarrowTip label={label} isNarrow={isNarrow}>
      <button
        type="button"
        className={classes.entry}
        data-waiting={waiting !== undefined || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={isNarrow || waiting ? nameOf({ label, waiting }) : undefined}
        data-inside={(isInside && !isOpen) || undefined}
        onClick={() => onFold(!isOpen)}
      >
        {Icon && <Icon size={17} stroke={1.6} />}
        <span className={classes.entryLabel}>{label}</span>
        {waiting && <Waiting shown={waiting.shown} />}
        <span className={classes.chevron} data-open={isOpen || undefined} aria-hidden>
          <IconChevronRight size={14} stroke={1.8} />
        </span>
      </button>
    </NarrowTip>
  )
}

function Waiting({ shown }: { shown: string }) {
  return (
    <span className={classes.waiting} aria-hidden>
      {shown}
    </span>
  )
}

/** The name for screen readers: the label, and how much waits. */
const nameOf = ({ label, waiting }: Pick<FrameEntry, 'label' | 'waiting'>) =>
  waiting ? `${label}, ${waiting.label}` : label

/** The label of a narrow side bar's entry, on hover. A wide one shows it, and mounts no tooltip for each entry. */
function NarrowTip({ label, isNarrow, children }: { label: string; isNarrow: boolean; children: ReactElement }) {
  if (!isNarrow) return children
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  )
}

type EntryProps = { entry: FrameEntry; isActive: boolean; isNarrow: boolean }

/** A link with its pin. Only the link is a tab stop; the arrow keys move between both. */
function Item({ entry, isActive, isNarrow }: EntryProps) {
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent) => {
    if (key === 'ArrowRight') currentTarget.querySelector('button')?.focus()
    if (key === 'ArrowLeft') currentTarget.querySelector('a')?.focus()
  }
  return (
    <li className={classes.item} onKeyDown={onKeyDown}>
      <Entry entry={entry} isActive={isActive} isNarrow={isNarrow} />
      {entry.pin && !isNarrow && <PinButton label={entry.label} {...entry.pin} />}
    </li>
  )
}

/** An ICCID or EID, which only its last digits tell from the others. */
const IDENTIFIER = /^\d{18,}$/

function Entry({ entry, isActive, isNarrow }: EntryProps) {
  const { icon: Icon } = entry
  const isIdentifier = IDENTIFIER.test(entry.label)
  return (
    <NarrowTip label={entry.label} isNarrow={isNarrow}>
      <Link
        {...(entry.object ?? { to: entry.to })}
        className={classes.entry}
        data-active={isActive || undefined}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isNarrow || isIdentifier || entry.waiting ? nameOf(entry) : undefined}
        data-waiting={entry.waiting !== undefined || undefined}
      >
        <Icon size={17} stroke={1.6} />
        <span className={classes.entryLabel}>{isIdentifier ? <Fitting>{entry.label}</Fitting> : entry.label}</span>
        {entry.waiting && <Waiting shown={entry.waiting.shown} />}
      </Link>
    </NarrowTip>
  )
}

function PinButton({ label, isPinned, toggle }: { label: string } & NonNullable<FrameEntry['pin']>) {
  const Icon = isPinned ? IconPinnedOff : IconPin
  const text = say(isPinned ? uiTexts.unpin : uiTexts.pin, { name: label })
  return (
    <button type="button" tabIndex={-1} className={classes.pin} aria-label={text} title={text} onClick={toggle}>
      <Icon size={14} stroke={1.7} />
    </button>
  )
}

function isWithin(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`)
}
