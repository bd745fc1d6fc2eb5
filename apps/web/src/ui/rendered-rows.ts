import { type RefObject, type UIEvent, useDeferredValue, useLayoutEffect, useRef } from 'react'

/** So few rows are painted anew when one of them changes. */
const BLOCK_ROWS = 10

/** More than a screen of them. */
const ROWS_AT_ONCE = 40

/** The rows in blocks, each of which the browser paints by itself. */
export function blocksOf<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / BLOCK_ROWS)
  return Array.from({ length: count }, (_, block) => rows.slice(block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS))
}

type Rendering<Row> = {
  rendered: readonly Row[]
  /** For the element that scrolls them. */
  ref: RefObject<HTMLElement | null>
  onScroll: (event: UIEvent<HTMLElement>) => void
}

/** The rows to render: of another page those on the first screen at once, from its top; the others when nothing waits. */
export function useRendered<Row>(rows: readonly Row[], rowId: (row: Row) => string): Rendering<Row> {
  const ref = useRef<HTMLElement>(null)
  const scrolledPx = useRef(0)
  const settled = useDeferredValue(rows)
  const isOther = rows !== settled && !shareOne(rows, settled, rowId)
  const former = useRef(rows)
  useLayoutEffect(() => {
    const before = former.current
    former.current = rows
    // to ask the element itself where it stands would have the browser lay out everything at once
    if (scrolledPx.current > 0 && before !== rows && !shareOne(rows, before, rowId)) ref.current?.scrollTo({ top: 0 })
  })
  return {
    rendered: isOther && rows.length > ROWS_AT_ONCE ? rows.slice(0, ROWS_AT_ONCE) : rows,
    ref,
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
