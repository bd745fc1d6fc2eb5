import { useEffect, useRef } from 'react'
import classes from './DataTable.module.css'
import { TableRow } from './TableRow.tsx'
import type { DataColumn } from './table-column.ts'
import type { RowKeys } from './table-keys.ts'

type Ticks = Readonly<Record<string, true>>

type TableBlockProps<Row> = {
  rows: readonly Row[]
  rowId: (row: Row) => string
  columns: readonly DataColumn<Row>[]
  openId: string | undefined
  /** Undefined where nothing can be ticked. */
  ticked: Ticks | undefined
  /** The same, as soon as nothing else waits: for a block that nobody sees. */
  tickedBefore: Ticks
  onOpen: ((row: Row) => void) | undefined
  keys: RowKeys
}

/** Some rows of a table, which the browser paints by themselves. */
export function TableBlock<Row>({ rows, rowId, openId, keys, ...props }: TableBlockProps<Row>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const isSeen = useRef(true)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => {
      isSeen.current = entry?.isIntersecting ?? true
    })
    watch.observe(bodyRef.current!)
    return () => watch.disconnect()
  }, [])
  const ticked = props.ticked && (isSeen.current ? props.ticked : props.tickedBefore)
  return (
    <tbody ref={bodyRef} className={classes.block}>
      {rows.map((row) => {
        const id = rowId(row)
        return (
          <TableRow
            key={id}
            id={id}
            row={row}
            columns={props.columns}
            isOpen={id === openId}
            isTicked={ticked && ticked[id] === true}
            onOpen={props.onOpen}
            isTabbed={id === keys.tabbed}
            onFocus={keys.onFocus}
            onTick={keys.onTick}
            onKey={keys.onKey}
          />
        )
      })}
    </tbody>
  )
}
