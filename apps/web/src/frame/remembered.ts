import { PINNED_MAX } from '@simwright/contract/people/behavior'
import { useEffect } from 'react'
import { changeBehavior, useBehavior } from '../api/behavior.ts'
import { useStoreSlice } from '../base/store.ts'
import { pageTexts } from '../texts/page.ts'
import type { Folding, FrameEntry, FrameGroup } from '../ui/page/Navigation.tsx'
import { openObject } from '../ui/table/open-object.ts'
import { type Remembered, useObjectOf } from './object-kind.ts'

const MAX_RECENT = 8
/** Recent objects in the side bar; the palette lists all. */
const MAX_RECENT_ENTRIES = 3
/** How long an object must be open to be remembered: longer than a step through a list with J and K. */
const OPEN_MS = 2000
const MAX_LABEL = 80

const isSame = (one: Remembered) => (other: Remembered) => one.kind === other.kind && one.id === other.id

/** Puts an item first among the recent ones. A pinned one gets its label, which may be new. */
export function remember({ kind, id, label }: Remembered): void {
  const item = { kind, id, label: label.slice(0, MAX_LABEL) }
  changeBehavior('palette', (before) => ({
    recent: [item, ...before.recent.filter((other) => !isSame(item)(other))].slice(0, MAX_RECENT),
    pinned: before.pinned.map((other) => (isSame(item)(other) ? item : other)),
  }))
}

function togglePin({ kind, id, label }: Remembered): void {
  const item = { kind, id, label: label.slice(0, MAX_LABEL) }
  changeBehavior('palette', ({ recent, pinned }) => ({
    recent,
    pinned: pinned.some(isSame(item))
      ? pinned.filter((other) => !isSame(item)(other))
      : [...pinned, item].slice(-PINNED_MAX),
  }))
}

/** Remembers the objects that the user opens, and one again when it is renamed. */
export function useRememberOpened(): void {
  const shown = useStoreSlice(openObject, (object) => object && `${object.id} ${object.label}`)
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => {
      const object = openObject.get()
      if (object) remember(object)
    }, OPEN_MS)
    return () => clearTimeout(timer)
  }, [shown])
}

/**
 * The groups of the menu, followed by the pinned entries and the recent objects. Pages of groups that fold can be pinned;
 * others are always in sight.
 */
export function useNavigationGroups(groups: readonly FrameGroup[]): FrameGroup[] {
  const [{ recent, pinned }] = useBehavior('palette')
  const objectOf = useObjectOf()
  const pinOf = usePin()
  const entries = groups.flatMap((group) => group.entries)
  const objectEntry = (item: Remembered): FrameEntry | undefined => {
    const object = objectOf(item)
    return (
      object && {
        label: object.shown,
        to: object.target.to,
        icon: object.icon,
        object: object.target,
        pin: pinOf(item),
      }
    )
  }
  const pinnedEntries = pinned.flatMap((item) => {
    const page = item.kind === 'page' ? entries.find(({ to }) => to === item.id) : undefined
    return (page && { ...page, pin: pinOf(item) }) ?? objectEntry(item) ?? []
  })
  const recentEntries = recent
    .filter((item) => !pinned.some(isSame(item)))
    .flatMap((item) => objectEntry(item) ?? [])
    .slice(0, MAX_RECENT_ENTRIES)
  const own: FrameGroup[] = [
    { id: 'pinned', label: pageTexts.groups.pinned, entries: pinnedEntries, isOwn: true },
    { id: 'recent', label: pageTexts.groups.recent, entries: recentEntries, isOwn: true },
  ]
  return [...groups.map((group) => withPins(group, pinOf)), ...own.filter((group) => group.entries.length > 0)]
}

type Pin = NonNullable<FrameEntry['pin']>

function usePin(): (item: Remembered) => Pin {
  const [{ pinned }] = useBehavior('palette')
  return (item) => ({ isPinned: pinned.some(isSame(item)), toggle: () => togglePin(item) })
}

/** Whether a page is pinned, and the function that pins or unpins it. */
export function usePagePin(): (entry: FrameEntry) => Pin {
  const pinOf = usePin()
  return (entry) => pinOf(pageItem(entry))
}

const withPins = (group: FrameGroup, pinOf: (item: Remembered) => Pin): FrameGroup =>
  group.icon ? { ...group, entries: group.entries.map((entry) => ({ ...entry, pin: pinOf(pageItem(entry)) })) } : group

const pageItem = ({ to, label }: FrameEntry): Remembered => ({ kind: 'page', id: to, label })

/** The groups of the menu that the user has unfolded. */
export function useFolding(): Folding {
  const [{ open }, change] = useBehavior('menu')
  return {
    open,
    setOpen: (id, isOpen) =>
      change((before) => {
        const others = before.open.filter((other) => other !== id)
        return { open: isOpen ? [...others, id] : others }
      }),
  }
}
