import { type RefObject, type UIEvent, useDeferredValue, useLayoutEffect, useRef } from 'react'

/** The rows that the browser paints again when one of them changes. */
const BLOCK_ROWS = 10

/** More than fit on a screen. */
const ROWS_AT_ONCE = 40

/** The rows in blocks, each of which the browser paints separately. */
export function blocksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / BLOCK_ROWS)
  return Array.from({ length: count }, (_, block) => rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS))
}

type Rendering<Row> = {
  rendered: readonly Row[]
  /** For the element that scrolls the rows. */
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * The rows to render. Of a new page the rows of the first screen come first, scrolled to the top, and the others deferred.
 * `ref` is the element that scrolls them.
 */
export function useRendered<Row>(
  ref: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowId: (row: Row) => string,
): Rendering<Row> {
  const scrolledPx = useRef(0)
  const settled = useDeferredValue(rows)
  const isOther = rows !== settled && !shareOne(rows, settled, rowId)
  const previous = useRef(rows)
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = rows
    // reading `scrollTop` here would force the browser to lay out the page
    if (scrolledPx.current > 0 && before !== rows && !shareOne(rows, before, rowId)) ref.current?.scrollTo({ top: 0 })
  })
  return {
    rendered: isOther && rows.length > ROWS_AT_ONCE ? rows.slice(0, ROWS_AT_ONCE) : rows,
    onScroll: ({ currentTarget }) => {
      scrolledPx.current = currentTarget.scrollTop
    },
  }
}

/** Whether the rows are those of the same page, some of them new. */
function shareOne<Row>(rows: readonly Row[], others: readonly Row[], rowId: (row: Row) => string): boolean {
  const ids = new Set(others.map(rowId))
  return rows.some((row) => ids.has(rowId(row)))
}
