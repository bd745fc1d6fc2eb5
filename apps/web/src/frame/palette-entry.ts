import type { OutputOf } from '@simwright/contract/endpoint'
import * as search from '@simwright/contract/insight/search'
import type { BehaviorConfig } from '@simwright/contract/platform/behavior'
import { IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAsk } from '../api/query.ts'
import { useBehavior } from '../behavior/behavior.ts'
import { useMasks } from '../esim/privacy.ts'
import { pages } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { frameTexts } from '../texts/frame.ts'
import { say } from '../texts/text.ts'
import type { FrameEntry, FrameGroup } from '../ui/AppFrame.tsx'
import { openObject } from '../ui/open-object.ts'
import { useStore } from '../ui/store.ts'
import { useObjectOf } from './object-kind.ts'
import { usePaletteActions } from './palette-action.ts'
import { remember } from './remembered.ts'

const texts = frameTexts.palette

type Recent = BehaviorConfig<'palette'>['recent'][number]
type Kind = Recent['kind']

export type PaletteEntry = {
  kind: Kind
  id: string
  /** As the portal remembers it. */
  label: string
  /** As it is shown: masked while the privacy switch is on. */
  shown: string
  note?: string
  icon: FrameEntry['icon']
  run: () => void
}

/** `object`: the actions on the object that the page shows, which `about` names. */
export type PaletteGroup = { id: Kind | 'recent' | 'object'; about?: string; entries: PaletteEntry[] }

const DEBOUNCE_MS = 180
const accountPages = [pages.account, pages.changePassword, pages.security, pages.sessions]

/** The entries that match the typed text, and whether a search is running. */
export function usePalette(groups: readonly FrameGroup[], typed: string): { groups: PaletteGroup[]; isBusy: boolean } {
  const words = typed.trim().toLowerCase()
  const matches = ({ label }: PaletteEntry) => words.split(/\s+/).every((word) => label.toLowerCase().includes(word))
  const pageEntries = usePages(groups)
  const actionEntries = usePaletteActions().map(
    (action): PaletteEntry => ({ ...action, kind: 'action', shown: action.label }),
  )
  const [{ recent }] = useBehavior('palette')
  const entryOf = useEntryOf()
  const results = useServerSearch(words)
  const object = useObjectActions()
  const local = [...pageEntries, ...actionEntries]
  const recents = recent.flatMap(
    (one) => local.find((e) => e.kind === one.kind && e.id === one.id) ?? entryOf(one) ?? [],
  )
  const remembering = (one: PaletteEntry): PaletteEntry => ({
    ...one,
    run: () => {
      remember(one)
      one.run()
    },
  })
  const lists: PaletteGroup[] = [
    { id: 'object', about: object.about, entries: object.entries.filter(matches) },
    { id: 'recent', entries: words === '' ? recents : [] },
    { id: 'page', entries: pageEntries.filter(matches) },
    { id: 'action', entries: actionEntries.filter(matches) },
    ...kinds.map((kind) => ({ id: kind, entries: (results.data?.[kind] ?? []).flatMap((one) => entryOf(one) ?? []) })),
  ]
  return {
    isBusy: results.isBusy,
    groups: lists
      .map((list) => (list.id === 'object' ? list : { ...list, entries: list.entries.map(remembering) }))
      .filter(({ entries }) => entries.length > 0),
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

function usePages(groups: readonly FrameGroup[]): PaletteEntry[] {
  const navigate = useNavigate()
  const listed = groups.flatMap((group) => group.entries)
  const others = accountPages.map(({ title, path }) => ({ label: title, to: path as string, icon: IconUser }))
  return [...listed, ...others].map(({ label, to, icon }) => ({
    kind: 'page',
    id: to,
    label,
    shown: label,
    icon,
    run: () => void navigate({ to }),
  }))
}

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
