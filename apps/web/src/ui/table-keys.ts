import { type KeyboardEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { rangeOf, tickedWith } from './row-range.ts'
import { useSteady } from './steady.ts'

type TableKeys = {
  /** The rows that are shown. */
  ids: readonly string[]
  /** Rows of the page before, while another is asked for. */
  isOld: boolean
  /** The row whose drawer is open: the keys go on from there. */
  openId: string | undefined
  next: (() => void) | undefined
  previous: (() => void) | undefined
  ticking: { ticked: readonly string[]; onChange: (ids: readonly string[]) => void } | undefined
}

export type RowKeys = {
  tableRef: RefObject<HTMLTableElement | null>
  /** The one row that the tab key reaches. */
  tabbed: string | undefined
  onFocus: (id: string) => void
  /** Ticks the row or takes its tick away; with Shift all from the last one on. */
  onTick: (id: string, isRange: boolean) => void
  /** Answers whether the key was meant for the rows. */
  onKey: (id: string, event: KeyboardEvent<HTMLElement>) => boolean
}

/** A drawer that closes gives the focus back to the row that opened it; by keys it may show another one by then. */
const AFTER_FOCUS_RETURNED_MS = 40

/** Up and down through the rows, over the edges of the page; Space ticks, Shift takes all between. */
export function useTableKeys({ ids, isOld, openId, next, previous, ticking }: TableKeys): RowKeys {
  const tableRef = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string>()
  const [edge, setEdge] = useState<'first' | 'last'>()
  const anchor = useRef<string>(undefined)
  const closed = useRef<string>(undefined)
  const focus = (place: number) => bodyRows(tableRef.current)[place]?.focus()

  useEffect(() => {
    if (edge === undefined || isOld) return
    setEdge(undefined)
    bodyRows(tableRef.current)
      .at(edge === 'first' ? 0 : -1)
      ?.focus()
  }, [edge, isOld])
  const focusRow = useSteady((id: string) => focus(ids.indexOf(id)))
  useEffect(() => {
    if (openId === undefined) return
    setFocused(openId)
    return () => {
      closed.current = openId
    }
  }, [openId])
  useEffect(() => {
    const id = closed.current
    if (openId !== undefined || id === undefined) return
    closed.current = undefined
    const timer = setTimeout(() => focusRow(id), AFTER_FOCUS_RETURNED_MS)
    return () => clearTimeout(timer)
  }, [openId, focusRow])

  const tick = (id: string, isRange: boolean) => {
    if (!ticking) return
    const { ticked, onChange } = ticking
    const range = isRange ? rangeOf(ids, anchor.current, id) : [id]
    onChange(tickedWith(ticked, range, !isRange && ticked.includes(id) ? 'untick' : 'tick'))
    anchor.current = id
  }
  const step = (from: number, by: 1 | -1, isRange: boolean) => {
    const to = ids[from + by]
    if (to === undefined) {
      const turn = by === 1 ? next : previous
      if (!turn || isOld) return
      setEdge(by === 1 ? 'first' : 'last')
      return turn()
    }
    if (isRange && ticking) {
      anchor.current ??= ids[from]
      ticking.onChange(tickedWith(ticking.ticked, [ids[from]!, to], 'tick'))
    }
    focus(from + by)
  }
  const onKey: RowKeys['onKey'] = (id, { key, shiftKey }) => {
    const place = ids.indexOf(id)
    if (key === ' ' && ticking) tick(id, shiftKey)
    else if (key === 'ArrowDown') step(place, 1, shiftKey)
    else if (key === 'ArrowUp') step(place, -1, shiftKey)
    else if (key === 'Home') focus(0)
    else if (key === 'End') focus(ids.length - 1)
    else return false
    return true
  }
  const tabbed = focused !== undefined && ids.includes(focused) ? focused : ids[0]
  // where the tab key leads may be said after what the focus itself shows
  const onFocus = useSteady((id: string) => startTransition(() => setFocused(id)))
  return { tableRef, tabbed, onFocus, onTick: useSteady(tick), onKey: useSteady(onKey) }
}

const bodyRows = (table: HTMLTableElement | null) => [...(table?.tBodies ?? [])].flatMap((body) => [...body.rows])
