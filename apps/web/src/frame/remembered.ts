import { PINNED_MAX } from '@simwright/contract/platform/behavior'
import { useEffect } from 'react'
import { changeBehavior, useBehavior } from '../behavior/behavior.ts'
import { pageTexts } from '../texts/page.ts'
import type { FrameEntry, FrameGroup } from '../ui/AppFrame.tsx'
import { openObject } from '../ui/open-object.ts'
import { useStoreSlice } from '../ui/store.ts'
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

/** The groups of the side bar with a way to pin each entry, after the pinned entries and the recent objects. */
export function useNavigationGroups(groups: readonly FrameGroup[]): FrameGroup[] {
  const [{ recent, pinned }] = useBehavior('palette')
  const objectOf = useObjectOf()
  const entries = groups.flatMap((group) => group.entries)
  const pin = (item: Remembered, isPinned: boolean) => ({ isPinned, toggle: () => togglePin(item) })
  const pageItem = ({ to, label }: FrameEntry): Remembered => ({ kind: 'page', id: to, label })
  const objectEntry = (item: Remembered, isPinned: boolean): FrameEntry | undefined => {
    const object = objectOf(item)
    return (
      object && {
        label: object.shown,
        to: object.target.to,
        icon: object.icon,
        object: object.target,
        pin: pin(item, isPinned),
      }
    )
  }
  const pinnedEntries = pinned.flatMap((item) => {
    const page = item.kind === 'page' ? entries.find(({ to }) => to === item.id) : undefined
    return (page && { ...page, pin: pin(item, true) }) ?? objectEntry(item, true) ?? []
  })
  const recentEntries = recent
    .filter((item) => !pinned.some(isSame(item)))
    .flatMap((item) => objectEntry(item, false) ?? [])
    .slice(0, MAX_RECENT_ENTRIES)
  const isPinned = (entry: FrameEntry) => pinned.some(isSame(pageItem(entry)))
  const rest = groups.map((group) => ({
    ...group,
    entries: group.entries
      .filter((entry) => !isPinned(entry))
      .map((entry) => ({ ...entry, pin: pin(pageItem(entry), false) })),
  }))
  return [
    { id: 'pinned', label: pageTexts.groups.pinned, entries: pinnedEntries },
    ...rest.slice(0, 1),
    { id: 'recent', label: pageTexts.groups.recent, entries: recentEntries },
    ...rest.slice(1),
  ].filter((group) => group.entries.length > 0)
}
