import { useComputedColorScheme } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as search from '@simwright/contract/insight/search'
import type { BehaviorConfig } from '@simwright/contract/people/behavior'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBehavior } from '../api/behavior.ts'
import { useAsk } from '../api/query.ts'
import { useStore } from '../base/store.ts'
import { useMasks } from '../esim/privacy.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { frameTexts } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import type { FrameEntry, FrameGroup } from '../ui/page/Navigation.tsx'
import { openObject } from '../ui/table/open-object.ts'
import { guideAddress } from '../ui/text/guide-address.ts'
import { useObjectOf } from './object-kind.ts'
import { usePaletteActions } from './palette-action.ts'
import { bestFirst, type Findable, rankOf } from './palette-match.ts'
import { guideEntries, pageEntries } from './palette-page.ts'
import { remember } from './remembered.ts'

const texts = frameTexts.palette

type Recent = BehaviorConfig<'palette'>['recent'][number]
type Kind = Recent['kind']

export type PaletteEntry = Findable & {
  kind: Kind | 'guide'
  id: string
  /** As it is shown: masked while the privacy switch is on. `label` is remembered. */
  shown: string
  note?: string | undefined
  icon: FrameEntry['icon']
  run: () => void
}

/** `object`: the actions on the object that the page shows, which `about` names. */
export type PaletteGroup = { id: PaletteEntry['kind'] | 'recent' | 'object'; about?: string; entries: PaletteEntry[] }

const DEBOUNCE_MS = 180

/** The entries that match the typed text, and whether a search is running. Before the first letter: what is used most. */
export function usePalette(groups: readonly FrameGroup[], typed: string): { groups: PaletteGroup[]; isBusy: boolean } {
  const words = typed.trim().toLowerCase()
  const local = useLocalEntries(groups)
  const [{ recent }] = useBehavior('palette')
  const entryOf = useEntryOf()
  const results = useServerSearch(words)
  const object = useObjectActions()
  const remembered = [...local.page, ...local.action]
  const recents = recent.flatMap(
    (one) => remembered.find((e) => e.kind === one.kind && e.id === one.id) ?? entryOf(one) ?? [],
  )
  const found = (entries: readonly LocalEntry[]) =>
    words === '' ? entries.filter(({ isListed }) => isListed) : bestFirst(entries, words)
  const matching = [
    { id: 'page', entries: found(local.page) },
    { id: 'action', entries: found(local.action) },
    { id: 'guide', entries: found(local.guide) },
  ] as const
  const lists: PaletteGroup[] = [
    { id: 'object', about: object.about, entries: bestFirst(object.entries, words) },
    { id: 'recent', entries: words === '' ? recents : [] },
    ...matching.toSorted((one, other) => bestRank(one.entries, words) - bestRank(other.entries, words)),
    ...kinds.map((kind) => ({ id: kind, entries: (results.data?.[kind] ?? []).flatMap((one) => entryOf(one) ?? []) })),
  ]
  return {
    isBusy: results.isBusy,
    groups: lists
      .map((list) => (list.id === 'object' ? list : { ...list, entries: list.entries.map(remembering) }))
      .filter(({ entries }) => entries.length > 0),
  }
}

const bestRank = (entries: readonly PaletteEntry[], words: string): number =>
  (entries[0] && rankOf(entries[0], words)) ?? Number.MAX_SAFE_INTEGER

/** Adds what is run to the recent entries, except pages of the guide. */
function remembering(one: PaletteEntry): PaletteEntry {
  const { kind } = one
  if (kind === 'guide') return one
  const run = () => {
    remember({ ...one, kind })
    one.run()
  }
  return { ...one, run }
}

type LocalEntry = PaletteEntry & { isListed: boolean }

/** The pages, actions and guide pages that the user may open. */
function useLocalEntries(groups: readonly FrameGroup[]): Record<'page' | 'action' | 'guide', LocalEntry[]> {
  const navigate = useNavigate()
  const held = usePermissions()
  const actions = usePaletteActions(groups)
  const scheme = useComputedColorScheme('light')
  return {
    page: pageEntries(groups, held).map((page) => ({
      ...page,
      kind: 'page',
      shown: page.label,
      run: () => void navigate(page.to),
    })),
    action: actions.map((action) => ({ ...action, kind: 'action', shown: action.label })),
    guide: guideEntries.map((page) => ({
      ...page,
      kind: 'guide',
      shown: page.label,
      isListed: false,
      run: () => location.assign(guideAddress(page.id, scheme)),
    })),
  }
}

/** The actions on the open object. They are not remembered: the next object may not have them. */
function useObjectActions(): { about: string; entries: PaletteEntry[] } {
  const masks = useMasks()
  const object = useStore(openObject)
  const { kind, label = '', actions = [] } = object ?? {}
  const entries = actions.map((action): PaletteEntry => ({ ...action, kind: 'action', shown: action.label }))
  return { about: kind === 'profile' ? masks.number(label) : label, entries }
}

const kinds = ['profile', 'configuration', 'batch'] as const

type SearchResult = Recent & { note?: string }

/** Converts a search result or a recent entry to a palette entry; undefined if the user may not see it. */
function useEntryOf(): (one: SearchResult) => PaletteEntry | undefined {
  const navigate = useNavigate()
  const objectOf = useObjectOf()
  return (one) => {
    const object = objectOf(one)
    return object && { ...one, ...object, run: () => void navigate(object.target) }
  }
}

/** Searches on the server after a pause in typing. */
function useServerSearch(words: string) {
  const held = usePermissions()
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(words), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [words])
  const mayAsk = isAllowed(search.query.access, held)
  const wants = mayAsk && words.length >= search.SEARCH_MIN_LENGTH
  const enabled = wants && text.length >= search.SEARCH_MIN_LENGTH && text.length <= MAX_LENGTH
  const answer = useAsk(search.query, { text }, { enabled, keepPrevious: true })
  const isBusy = wants && words.length <= MAX_LENGTH && (text !== words || answer.isFetching)
  return { isBusy, data: enabled && answer.data ? resultsOf(answer.data) : undefined }
}

const MAX_LENGTH = 64

function resultsOf({
  profiles,
  configurations,
  batches,
}: OutputOf<typeof search.query>): Record<(typeof kinds)[number], SearchResult[]> {
  return {
    profile: profiles.map(({ id, iccid, by, value }) => ({
      kind: 'profile',
      id,
      label: iccid,
      note: by === 'iccid' ? undefined : say(texts.begins[by], { value }),
    })),
    configuration: configurations.map(({ id, name, type }) => ({
      kind: 'configuration',
      id,
      label: name,
      note: type.replaceAll('_', ' '),
    })),
    batch: batches.map(({ id, code, fileName }) => ({ kind: 'batch', id, label: code, note: fileName ?? undefined })),
  }
}
