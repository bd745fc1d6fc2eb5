import { type KeyboardEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { rangeOf, tickedWith } from './row-range.ts'
import { useStableCallback } from './stable-callback.ts'

type TableKeys = {
  /** The rows that are shown. */
  ids: readonly string[]
  /** The rows are those of the previous page while another is loaded. */
  isPreviousPage: boolean
  /** The row whose drawer is open: the keys continue from it. */
  openId: string | undefined
  next: (() => void) | undefined
  previous: (() => void) | undefined
  ticking: { ticked: readonly string[]; onChange: (ids: readonly string[]) => void } | undefined
}

export type RowKeys = {
  /** The one row that the tab key reaches. */
  tabbed: string | undefined
  onFocus: (id: string) => void
  /** Ticks or unticks the row; with Shift all rows from the last ticked one. */
  onTick: (id: string, isRange: boolean) => void
  /** Returns whether the key was for the rows. */
  onKey: (id: string, event: KeyboardEvent<HTMLElement>) => boolean
}

/** A closing drawer returns the focus to the row that opened it, although keys may have led it to another row meanwhile. */
const AFTER_FOCUS_RETURNED_MS = 40

/** Arrow keys through the rows, across the edges of the page; Space ticks a row, with Shift all between. */
export function useTableKeys(
  tableRef: RefObject<HTMLTableElement | null>,
  { ids, isPreviousPage, openId, next, previous, ticking }: TableKeys,
): RowKeys {
  const [focused, setFocused] = useState(openId)
  const [opened, setOpened] = useState(openId)
  if (openId !== opened) {
    setOpened(openId)
    if (openId !== undefined) setFocused(openId)
  }
  // where the focus goes once the next page is shown
  const edge = useRef<'first' | 'last'>(undefined)
  const anchor = useRef<string>(undefined)
  const closed = useRef<string>(undefined)
  const focus = (place: number) => bodyRows(tableRef.current)[place]?.focus()

  useEffect(() => {
    if (edge.current === undefined || isPreviousPage) return
    bodyRows(tableRef.current)
      .at(edge.current === 'first' ? 0 : -1)
      ?.focus()
    edge.current = undefined
  })
  const focusRow = useStableCallback((id: string) => focus(ids.indexOf(id)))
  useEffect(() => {
    if (openId === undefined) return
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
      if (!turn || isPreviousPage) return
      edge.current = by === 1 ? 'first' : 'last'
      return turn()
    }
    if (isRange && ticking) {
      if (anchor.current === undefined) anchor.current = ids[from]
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
  // the row that the tab key reaches is less urgent than the focus itself
  const onFocus = useStableCallback((id: string) => startTransition(() => setFocused(id)))
  return { tabbed, onFocus, onTick: useStableCallback(tick), onKey: useStableCallback(onKey) }
}

const bodyRows = (table: HTMLTableElement | null) => [...(table?.tBodies ?? [])].flatMap((body) => [...body.rows])
