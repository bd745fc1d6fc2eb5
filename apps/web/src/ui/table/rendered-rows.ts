import { type RefObject, type UIEvent, useDeferredValue, useLayoutEffect, useRef } from 'react'

/** Rows per block: the browser repaints this many when one changes. */
const BLOCK_ROWS = 10

/** Rows of a new page that are rendered first: more than fit on a screen. */
const FIRST_ROWS = 40

/** Splits the rows into blocks that the browser paints independently. */
export function blocksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / BLOCK_ROWS)
  return Array.from({ length: count }, (_, block) => rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS))
}

type Rendering<Row> = {
  rendered: readonly Row[]
  /** Handler for the scrolling element. */
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * The rows to render. For a new page it scrolls to the top, returns the rows of the first screen, and defers the
 * others. `ref` is the scrolling element.
 */
export function useRendered<Row>(
  ref: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): Rendering<Row> {
  const scrolledPx = useRef(0)
  const settled = useDeferredValue(rows)
  const isNewPage = rows !== settled && !overlap(rows, settled, rowId)
  const previous = useRef(rows)
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = rows
    // reading `scrollTop` here would force the browser to lay out the page
    if (scrolledPx.current > 0 && before !== rows && !overlap(rows, before, rowId)) ref.current?.scrollTo({ top: 0 })
  })
  return {
    rendered: isNewPage && rows.length > FIRST_ROWS ? rows.slice(0, FIRST_ROWS) : rows,
    onScroll: ({ currentTarget }) => {
      scrolledPx.current = currentTarget.scrollTop
    },
  }
}

/** Whether both have a row in common, so that they are versions of the same page. */
function overlap<Row>(rows: readonly Row[], others: readonly Row[], rowId: (row: Row) => string): boolean {
  const ids = new Set(others.map(rowId))
  return rows.some((row) => ids.has(rowId(row)))
}
