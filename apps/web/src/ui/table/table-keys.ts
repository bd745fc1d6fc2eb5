import { type KeyboardEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useStableCallback } from '../../base/stable-callback.ts'
import { rangeOf, tickedWith } from './row-range.ts'
import { controlsOf, moveInRow } from './table-controls.ts'

type TableKeys = {
  /** Ids of the rows on the page. */
  ids: readonly string[]
  /** The rows are those of the previous page while the next one loads. */
  isPreviousPage: boolean
  /** The row whose drawer is open; keyboard navigation continues from it. */
  openId: string | undefined
  next: (() => void) | undefined
  previous: (() => void) | undefined
  ticking: { ticked: readonly string[]; onChange: (ids: readonly string[]) => void } | undefined
}

export type RowKeys = {
  /** The one row that the Tab key reaches. */
  tabStop: string | undefined
  onFocus: (id: string) => void
  /** Ticks or unticks the row; as a range, ticks all rows from the last ticked one. */
  onTick: (id: string, isRange: boolean) => void
  /** Handles a key on a row or on a control in it; returns whether it did. */
  onKey: (id: string, event: KeyboardEvent<HTMLElement>) => boolean
  /** Handles a key on a control of the head. */
  onHeadKey: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * Wait until a closing drawer has returned the focus to the row that opened it, which may not be the row it showed
 * last.
 */
const FOCUS_RETURN_MS = 40

/**
 * Keyboard navigation of a table, which the Tab key enters once: the arrow keys up and down move from row to row, also
 * across pages and from the first row to the head; left and right move between the controls of a row. Space ticks a row,
 * Shift a range.
 */
export function useTableKeys(tableRef: RefObject<HTMLTableElement | null>, keys: TableKeys): RowKeys {
  const { ids, openId, ticking } = keys
  const { focus, focusHead, step } = useRowSteps(tableRef, keys)
  useOpenRow(tableRef, ids, openId)
  const { tick, tickBetween } = useTicking(ids, ticking)
  const onKey: RowKeys['onKey'] = (id, { key, shiftKey, currentTarget: row, target }) => {
    const index = ids.indexOf(id)
    const control = controlsOf(row).indexOf(target as HTMLElement)
    const isRow = target === row
    const move = (by: 1 | -1) => {
      if (shiftKey && isRow) tickBetween(index, index + by)
      step(index, by, control)
    }
    if (key === ' ' && isRow && ticking) tick(id, shiftKey)
    else if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'ArrowRight') moveInRow(row, target as Element, 1)
    else if (key === 'ArrowLeft') moveInRow(row, target as Element, -1)
    else if (key === 'Home' && index === 0 && isRow) focusHead()
    else if (key === 'Home') focus(0)
    else if (key === 'End') focus(ids.length - 1)
    else return false
    return true
  }
  const onHeadKey: RowKeys['onHeadKey'] = (event) => {
    const { key, currentTarget: head, target } = event
    if (key === 'ArrowDown') focus(0)
    else if (key === 'ArrowRight') moveInRow(head, target as Element, 1)
    else if (key === 'ArrowLeft') moveInRow(head, target as Element, -1)
    else return
    event.preventDefault()
  }
  return {
    ...useTabStop(ids, openId),
    onTick: useStableCallback(tick),
    onKey: useStableCallback(onKey),
    onHeadKey: useStableCallback(onHeadKey),
  }
}

/** The row that was focused or opened last, else the first one. */
function useTabStop(ids: readonly string[], openId: string | undefined): Pick<RowKeys, 'tabStop' | 'onFocus'> {
  const [focused, setFocused] = useState(openId)
  const [opened, setOpened] = useState(openId)
  if (openId !== opened) {
    setOpened(openId)
    if (openId !== undefined) setFocused(openId)
  }
  // low priority: the focus itself moves first
  const onFocus = useStableCallback((id: string) => startTransition(() => setFocused(id)))
  return { tabStop: focused !== undefined && ids.includes(focused) ? focused : ids[0], onFocus }
}

/** Moves the focus between rows and the head; past the edge of a page it opens the next one. */
function useRowSteps(tableRef: RefObject<HTMLTableElement | null>, keys: TableKeys) {
  const { ids, isPreviousPage, next, previous } = keys
  // the row to focus after the next page has loaded
  const edge = useRef<'first' | 'last'>(undefined)
  const focus = (index: number, control = -1) => {
    const row = bodyRows(tableRef.current)[index]
    if (row) (controlsOf(row)[control] ?? row).focus()
  }
  const focusHead = () => {
    const head = tableRef.current?.tHead?.rows[0]
    if (head) controlsOf(head)[0]?.focus()
  }
  useEffect(() => {
    if (edge.current === undefined || isPreviousPage) return
    bodyRows(tableRef.current)
      .at(edge.current === 'first' ? 0 : -1)
      ?.focus()
    edge.current = undefined
  })
  const step = (from: number, by: 1 | -1, control: number) => {
    if (ids[from + by] !== undefined) return focus(from + by, control)
    const openPage = by === 1 ? next : previous
    if (isPreviousPage) return
    if (!openPage) return by === -1 ? focusHead() : undefined
    edge.current = by === 1 ? 'first' : 'last'
    openPage()
  }
  return { focus, focusHead, step }
}

/** Scrolls to the row whose drawer is open, and returns the focus to it when the drawer closes. */
function useOpenRow(
  tableRef: RefObject<HTMLTableElement | null>,
  ids: readonly string[],
  openId: string | undefined,
): void {
  const closed = useRef<string>(undefined)
  const rowOf = (id: string) => bodyRows(tableRef.current)[ids.indexOf(id)]
  const focusRow = useStableCallback((id: string) => rowOf(id)?.focus())
  const showRow = useStableCallback((id: string) => rowOf(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  useEffect(() => {
    if (openId === undefined) return
    showRow(openId)
    return () => {
      closed.current = openId
    }
  }, [openId, showRow])
  useEffect(() => {
    const id = closed.current
    if (openId !== undefined || id === undefined) return
    closed.current = undefined
    const timer = setTimeout(() => focusRow(id), FOCUS_RETURN_MS)
    return () => clearTimeout(timer)
  }, [openId, focusRow])
}

/** Ticks rows; a range begins at the row that was ticked last. */
function useTicking(ids: readonly string[], ticking: TableKeys['ticking']) {
  const anchor = useRef<string>(undefined)
  const tick = (id: string, isRange: boolean) => {
    if (!ticking) return
    const { ticked, onChange } = ticking
    const range = isRange ? rangeOf(ids, anchor.current, id) : [id]
    onChange(tickedWith(ticked, range, !isRange && ticked.includes(id) ? 'untick' : 'tick'))
    anchor.current = id
  }
  /** Ticks two neighbors, if both are on the page. */
  const tickBetween = (from: number, to: number) => {
    const [first, second] = [ids[from], ids[to]]
    if (!ticking || first === undefined || second === undefined) return
    if (anchor.current === undefined) anchor.current = first
    ticking.onChange(tickedWith(ticking.ticked, [first, second], 'tick'))
  }
  return { tick, tickBetween }
}

const bodyRows = (table: HTMLTableElement | null) => [...(table?.tBodies ?? [])].flatMap((body) => [...body.rows])
