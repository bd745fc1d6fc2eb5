import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import type { ListModule } from '@simwright/contract/platform/behavior'
import { useMemo, useState } from 'react'
import { changeBehavior, useBehavior } from '../behavior/behavior.ts'
import { useStableCallback } from '../ui/stable-callback.ts'
import { useFrameAddress } from '../ui/url.ts'
import { readSort, type Sort, writeSort } from '../views/address.ts'
import type { Problem } from './problem.ts'
import { useAsk } from './query.ts'

type ListPage = { items: readonly unknown[]; next: string | null; total: number | null; capped: boolean }
type RowOf<E> = OutputOf<E> extends { items: readonly (infer Row)[] } ? Row : never
type SortOf<E> = NonNullable<InputOf<E> extends { sort?: infer S } ? S : never>
type FilterOf<E> = InputOf<E> extends { filter?: infer F } ? F : never

export const PAGE_SIZES = [25, 50, 100, 200] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** A list of the portal as a table shows it: one page of rows, and the ways to the others. */
export type List<Row> = {
  rows: readonly Row[] | undefined
  /** Undefined while it is being counted. */
  total: number | undefined
  /** True when there are more than `total`. */
  capped: boolean
  problem: Problem | null
  isFetching: boolean
  /** The rows are those of the page before, while another is asked for. */
  isPreviousPage: boolean
  /** When the rows were answered, ms since 1970. */
  asOfMs: number
  refresh: () => void
  page: number
  limit: number
  setLimit: (limit: PageSize) => void
  next: (() => void) | undefined
  previous: (() => void) | undefined
  sort: Sort | undefined
  setSort: (by: string) => void
  /** Under which its columns and page size are remembered. */
  module: ListModule
}

export type UseListOptions<E> = {
  /** Under which the portal remembers columns and page size; a list of its own is named in the contract. */
  module: ListModule
  filter?: NonNullable<FilterOf<E>>
  /** The order to begin with. */
  sort?: SortOf<E>
  /** Keeps the order in the address, so that a link and a view have it. One list of a page may. */
  sortInAddress?: true
  /** Asks again this often, in the background. */
  pollMs?: number
}

/** Pages through a list endpoint by its cursors. Another filter, sort or page size begins at the first page. */
export function useList<E extends Endpoint>(endpoint: E, options: UseListOptions<E>): List<RowOf<E>> {
  const [sort, setSort] = useSort(endpoint, options as UseListOptions<Endpoint>)
  const [{ limit = 50 }] = useBehavior(options.module)
  const query = { filter: options.filter ?? {}, ...(sort ? { sort } : {}), limit }
  const about = JSON.stringify(query)
  const [trail, setTrail] = useState<{ about: string; cursors: readonly string[] }>({ about, cursors: [] })
  const cursors = trail.about === about ? trail.cursors : AT_FIRST
  const cursor = cursors.at(-1)
  const sent = { ...query, ...(cursor === undefined ? {} : { cursor }) }
  // devices and other members change rows at any time, so a remembered page is only shown until the new answer arrives
  const answer = useAsk(endpoint, sent as InputOf<E>, { keepPrevious: true, pollMs: options.pollMs, staleMs: 0 })
  const page = answer.data as ListPage | undefined
  const { error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = answer
  const { module } = options
  const by = sort?.by
  const direction = sort?.direction
  const turn = useStableCallback(setSort)
  // the same list as long as it says the same: what shows it need not be rendered again
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
      next: next === undefined ? undefined : () => setTrail({ about, cursors: [...cursors, next] }),
      previous: cursors.length === 0 ? undefined : () => setTrail({ about, cursors: cursors.slice(0, -1) }),
      sort: by !== undefined && direction !== undefined ? { by, direction } : undefined,
      setSort: (next: string) => turn({ by: next, direction: by === next && direction === 'desc' ? 'asc' : 'desc' }),
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
    about,
    limit,
    by,
    direction,
    turn,
    module,
  ])
}

const AT_FIRST: readonly string[] = []

/** The order, and how to choose another: kept in the address, or while the page is open. */
function useSort(
  endpoint: Endpoint,
  { sort: usual, sortInAddress }: UseListOptions<Endpoint>,
): [Sort | undefined, (sort: Sort) => void] {
  const [search, change] = useFrameAddress()
  const [chosen, setChosen] = useState<Sort | undefined>(usual as Sort | undefined)
  if (!sortInAddress) return [chosen, setChosen]
  const written = readSort(search.sort)
  const isKnown = written !== undefined && endpoint.input.safeParse({ sort: written }).success
  return [isKnown ? written : usual, (next) => change({ sort: writeSort(next) })]
}

/** A list that comes whole in one answer. */
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
