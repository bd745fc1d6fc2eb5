import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import type { ListModule } from '@simwright/contract/people/behavior'
import { useMemo, useState } from 'react'
import { useStableCallback } from '../base/stable-callback.ts'
import { useFrameAddress } from '../base/url.ts'
import { behaviorOf, changeBehavior, useBehavior } from './behavior.ts'
import type { Problem } from './problem.ts'
import { loadAnswer, useAsk } from './query.ts'
import { readSort, type Sort, writeSort } from './sort.ts'

type ListPage = { items: readonly unknown[]; next: string | null; total: number | null; capped: boolean }
type RowOf<E> = OutputOf<E> extends { items: readonly (infer Row)[] } ? Row : never
type SortOf<E> = NonNullable<InputOf<E> extends { sort?: infer S } ? S : never>
type FilterOf<E> = InputOf<E> extends { filter?: infer F } ? F : never

export const PAGE_SIZES = [25, 50, 100, 200] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** One page of rows of a list, with the functions that load the other pages. */
export type List<Row> = {
  rows: readonly Row[] | undefined
  /** Undefined while the server counts. */
  total: number | undefined
  /** True when the server stopped counting at `total`. */
  capped: boolean
  problem: Problem | null
  isFetching: boolean
  /** The rows are those of the previous page while the next answer loads. */
  isPreviousPage: boolean
  /** Time of the answer, ms since 1970. */
  asOfMs: number
  refresh: () => void
  page: number
  limit: number
  setLimit: (limit: PageSize) => void
  next: (() => void) | undefined
  previous: (() => void) | undefined
  sort: Sort | undefined
  setSort: (by: string) => void
  /** Key under which the portal remembers columns and page size. */
  module: ListModule
}

export type UseListOptions<E> = {
  /** Key under which the portal remembers columns and page size; declared in the contract. */
  module: ListModule
  filter?: NonNullable<FilterOf<E>>
  /** Initial sort order. */
  sort?: SortOf<E>
  /** Keeps the sort order in the address, so that links and saved views contain it. At most one list per page. */
  sortInAddress?: true
  /** Interval at which the list is loaded again, in the background. */
  pollMs?: number
}

/** For how long a page of a list is not loaded again when the list opens: the time between `loadList` and `useList`. */
const OPENING_MS = 2_000

/** Loads the first page of a list before the component that shows it is mounted. `sort`: that of the address. */
export function loadList<E extends Endpoint>(endpoint: E, options: UseListOptions<E>, sort: string | undefined): void {
  const initial = options.sort as Sort | undefined
  const ordered = options.sortInAddress ? sortOf(endpoint, sort, initial) : initial
  void loadAnswer(endpoint, firstPage(options, ordered, behaviorOf(options.module).limit) as InputOf<E>, OPENING_MS)
}

/** The input of a list's first page. */
const firstPage = <E extends Endpoint>({ filter }: UseListOptions<E>, sort: Sort | undefined, limit = 50) => ({
  filter: filter ?? {},
  ...(sort ? { sort } : {}),
  limit,
})

/** Pages through a list endpoint by its cursors. A new filter, sort order or page size starts at the first page. */
export function useList<E extends Endpoint>(endpoint: E, options: UseListOptions<E>): List<RowOf<E>> {
  const [sort, setSort] = useSort(endpoint, options as UseListOptions<Endpoint>)
  const query = firstPage(options, sort, useBehavior(options.module)[0].limit)
  const { limit } = query
  const queryKey = JSON.stringify(query)
  const [trail, setTrail] = useState<{ queryKey: string; cursors: readonly string[] }>({ queryKey, cursors: [] })
  const cursors = trail.queryKey === queryKey ? trail.cursors : NO_CURSORS
  const cursor = cursors.at(-1)
  const sent = { ...query, ...(cursor === undefined ? {} : { cursor }) }
  // devices and other members change rows at any time, so a cached page is only shown until the new answer arrives
  const answer = useAsk(endpoint, sent as InputOf<E>, {
    keepPrevious: true,
    pollMs: options.pollMs,
    staleMs: OPENING_MS,
  })
  const page = answer.data as ListPage | undefined
  const { error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = answer
  const { module } = options
  const by = sort?.by
  const direction = sort?.direction
  const changeSort = useStableCallback(setSort)
  // memoized, so that the table does not render again for an equal list
  return useMemo(() => {
    const next = page?.next ?? undefined
    return {
      rows: page?.items as readonly RowOf<E>[] | undefined,
      total: page ? (page.total ?? undefined) : 0,
      capped: page?.capped ?? false,
      problem: error,
      isFetching,
      isPreviousPage: isPlaceholderData,
      asOfMs: dataUpdatedAt,
      refresh: () => void refetch(),
      page: cursors.length + 1,
      limit,
      setLimit: (size: PageSize) => changeBehavior(module, (before) => ({ ...before, limit: size })),
      next: next === undefined ? undefined : () => setTrail({ queryKey, cursors: [...cursors, next] }),
      previous: cursors.length === 0 ? undefined : () => setTrail({ queryKey, cursors: cursors.slice(0, -1) }),
      sort: by !== undefined && direction !== undefined ? { by, direction } : undefined,
      setSort: (next: string) =>
        changeSort({ by: next, direction: by === next && direction === 'desc' ? 'asc' : 'desc' }),
      module,
    }
  }, [
    page,
    error,
    isFetching,
    isPlaceholderData,
    dataUpdatedAt,
    refetch,
    cursors,
    queryKey,
    limit,
    by,
    direction,
    changeSort,
    module,
  ])
}

const NO_CURSORS: readonly string[] = []

/** The sort order and its setter, stored in the address or in the state of the component. */
function useSort(
  endpoint: Endpoint,
  { sort: initial, sortInAddress }: UseListOptions<Endpoint>,
): [Sort | undefined, (sort: Sort) => void] {
  const [search, change] = useFrameAddress()
  const [chosen, setChosen] = useState<Sort | undefined>(initial as Sort | undefined)
  if (!sortInAddress) return [chosen, setChosen]
  return [sortOf(endpoint, search.sort, initial as Sort | undefined), (next) => change({ sort: writeSort(next) })]
}

/** The sort order of the address, or else the initial one. */
function sortOf(endpoint: Endpoint, text: string | undefined, initial: Sort | undefined): Sort | undefined {
  const written = readSort(text)
  return written !== undefined && endpoint.input.safeParse({ sort: written }).success ? written : initial
}

/** A list whose endpoint returns all rows in one answer. */
export function useWholeList<Row>(module: ListModule, answer: Answer, rows: readonly Row[] | undefined): List<Row> {
  return {
    rows,
    total: rows?.length ?? 0,
    capped: false,
    problem: answer.error,
    isFetching: answer.isFetching,
    isPreviousPage: false,
    asOfMs: answer.dataUpdatedAt,
    refresh: () => void answer.refetch(),
    page: 1,
    limit: 200,
    setLimit: () => undefined,
    next: undefined,
    previous: undefined,
    sort: undefined,
    setSort: () => undefined,
    module,
  }
}

type Answer = Pick<ReturnType<typeof useAsk>, 'error' | 'isFetching' | 'dataUpdatedAt' | 'refetch'>
