import * as contract from '@simwright/contract/insight/view'
import { isSharedList, type SharedView, sharedLists } from '@simwright/contract/insight/view'
import { type ListModule, type SavedView, VIEWS_MAX } from '@simwright/contract/people/behavior'
import { useEffect, useRef } from 'react'
import { useBehavior } from '../api/behavior.ts'
import { useMutation } from '../api/mutation.ts'
import { useAsk } from '../api/query.ts'
import { newRequestId } from '../api/request.ts'
import { readSort, writeSort } from '../api/sort.ts'
import { useAddressTexts } from '../base/url.ts'
import { frame } from '../paths.ts'
import { useAllowed } from '../session/permission.tsx'
import { say } from '../texts/text.ts'
import { type ReadView, readFilter, writeFilter } from './address.ts'
import { viewTexts } from './view-texts.ts'

const STALE_MS = 60_000

type Fields = Omit<SavedView, 'id'>

export type View = SavedView & { shared: SharedView | undefined }

export type Views = {
  own: readonly View[]
  shared: readonly View[]
  /** The selected view, if any. */
  current: View | undefined
  /** Whether filter or sort order of the list differ from the selected view. */
  isChanged: boolean
  mayShare: boolean
  /** The view with which the list opens. */
  firstId: string | undefined
  choose: (view: View | undefined) => void
  /** Why a view of the user's own cannot have this name; undefined if it can. */
  faultOf: (name: string, except?: string) => string | undefined
  add: (name: string, where: 'own' | 'shared') => Promise<void>
  /** Saves the current filter and sort order as this view. */
  save: (view: View) => Promise<void>
  rename: (view: View, name: string) => Promise<void>
  share: (view: View) => Promise<void>
  unshare: (view: View) => Promise<void>
  remove: (view: View) => Promise<void>
  setFirst: (id: string | undefined) => void
}

/** The saved views of a list. `names` are its filters in the address; `read` translates legacy names. */
export function useViews(module: ListModule, names: readonly string[], read: ReadView = unchanged): Views {
  const { config, addOwn, removeOwn, replaceOwn, setFirst } = useOwnViews(module)
  const sharing = useSharing(module)
  const [search, change] = useAddressTexts(frame)
  const own = config.views.map((view): View => ({ ...view, shared: undefined }))
  const shared = (sharing.items ?? []).map((view): View => ({ ...view, shared: view }))
  const all = [...own, ...shared]
  const current = all.find(({ id }) => id === search.view)
  const sort = readSort(search.sort)
  const now = { filter: writeFilter(read(search), names), ...(sort ? { sort } : {}) }
  const choose = (view: View | undefined) =>
    change({ ...readFilter(view?.filter ?? '', names, read), sort: writeSort(view?.sort), view: view?.id }, 'push')
  const isKnown = sharing.items !== undefined || config.views.some(({ id }) => id === config.firstView)
  const first = all.find(({ id }) => id === config.firstView)
  useFirstView(first, { isKnown, choose })

  const replaceSelected = (from: string | undefined, to: string | undefined) => {
    if (from !== undefined && config.firstView === from) setFirst(to)
    change({ view: to })
  }
  const write = async (view: View, fields: Fields) => {
    if (view.shared) await sharing.edit({ id: view.id, version: view.shared.version, fields })
    else replaceOwn({ id: view.id, ...fields })
  }
  return {
    own,
    shared,
    current,
    isChanged:
      current !== undefined && !isSame(current, now, (filter) => writeFilter(readFilter(filter, names, read), names)),
    mayShare: sharing.mayShare,
    firstId: first?.id,
    choose,
    faultOf: (name, except) => faultOf(config.views, { name, except }),
    add: async (name, where) =>
      replaceSelected(undefined, where === 'own' ? addOwn({ name, ...now }) : await sharing.share({ name, ...now })),
    save: (view) => write(view, { name: view.name, ...now }),
    rename: (view, name) => write(view, { ...fieldsOf(view), name }),
    share: async (view) => {
      const id = await sharing.share(fieldsOf(view))
      removeOwn(view)
      replaceSelected(view.id, id)
    },
    unshare: async (view) => {
      await sharing.remove({ id: view.id, version: view.shared!.version })
      replaceSelected(view.id, addOwn(fieldsOf(view)))
    },
    remove: async (view) => {
      if (view.shared) await sharing.remove({ id: view.id, version: view.shared.version })
      else removeOwn(view)
      replaceSelected(view.id, undefined)
    },
    setFirst,
  }
}

/** The user's own views, which are stored with the other settings of the list. */
function useOwnViews(module: ListModule) {
  const [config, remember] = useBehavior(module)
  const changeOwn = (next: (views: SavedView[]) => SavedView[]) =>
    remember((before) => ({ ...before, views: next(before.views) }))
  return {
    config,
    addOwn: (fields: Fields): string => {
      const id = newRequestId()
      changeOwn((views) => [...views, { ...fields, id }])
      return id
    },
    removeOwn: ({ id }: View) => changeOwn((views) => views.filter((one) => one.id !== id)),
    replaceOwn: (view: SavedView) => changeOwn((views) => views.map((one) => (one.id === view.id ? view : one))),
    setFirst: (firstView: string | undefined) => remember(({ firstView: _, ...rest }) => ({ ...rest, firstView })),
  }
}

function useSharing(module: ListModule) {
  const list = isSharedList(module) ? sharedLists[module] : undefined
  const maySee = useAllowed(list?.see ?? [])
  const isEnabled = list !== undefined && maySee
  const { data, error } = useAsk(
    contract.list,
    { module: isSharedList(module) ? module : 'fleet' },
    { enabled: isEnabled, staleMs: STALE_MS },
  )
  const mayShare = useAllowed(list?.share ?? [])
  const changes = [contract.list]
  const { mutateAsync: add } = useMutation(contract.share, { changes, silent: true })
  return {
    items: isEnabled && !error ? data?.items : [],
    mayShare: list !== undefined && mayShare,
    /** @returns the id of the shared view */
    share: async (fields: Fields): Promise<string> => {
      if (!isSharedList(module)) throw new TypeError('the views of this list are not shared')
      return (await add({ module, fields })).id
    },
    edit: useMutation(contract.edit, { changes, silent: true }).mutateAsync,
    remove: useMutation(contract.remove, { changes, silent: true }).mutateAsync,
  }
}

type FirstView = { isKnown: boolean; choose: (view: View) => void }

/** Selects the user's first view when the list opens with an empty query string. */
function useFirstView(first: View | undefined, { isKnown, choose }: FirstView): void {
  const [search] = useAddressTexts(frame)
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    if (Object.values(search).some((value) => value !== undefined)) isDone.current = true
    else if (isKnown) {
      isDone.current = true
      if (first) choose(first)
    }
  })
}

const fieldsOf = ({ name, filter, sort }: View): Fields => ({ name, filter, ...(sort ? { sort } : {}) })

const unchanged: ReadView = (saved) => saved

type Now = Pick<SavedView, 'filter' | 'sort'>

function isSame(view: View, now: Now, rewrite: (filter: string) => string): boolean {
  return rewrite(view.filter) === now.filter && writeSort(view.sort) === writeSort(now.sort)
}

function faultOf(views: readonly SavedView[], { name, except }: { name: string; except: string | undefined }) {
  const isTaken = views.some((one) => one.id !== except && one.name.toLowerCase() === name.toLowerCase())
  if (isTaken) return say(viewTexts.form.taken, { name })
  return except === undefined && views.length >= VIEWS_MAX ? say(viewTexts.form.tooMany, { max: VIEWS_MAX }) : undefined
}
