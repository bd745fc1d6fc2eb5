import { useEffect, useRef, useState } from 'react'
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
  /** Undefined in a table without tick boxes. */
  ticked: Ticks | undefined
  /** `ticked`, deferred; used while the block is outside the viewport. */
  tickedLater: Ticks
  onOpen: ((row: Row) => void) | undefined
  keys: RowKeys
}

/** Some rows of a table that the browser paints independently of the other rows. */
export function TableBlock<Row>({ rows, rowId, openId, keys, ...props }: TableBlockProps<Row>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const [isVisible, setIsVisible] = useState(true)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      setIsVisible(entry?.isIntersecting ?? true)
    })
    observer.observe(bodyRef.current!)
    return () => observer.disconnect()
  }, [])
  const ticked = props.ticked && (isVisible ? props.ticked : props.tickedLater)
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
            isTabStop={id === keys.tabStop}
            onFocus={keys.onFocus}
            onTick={keys.onTick}
            onKey={keys.onKey}
          />
        )
      })}
    </tbody>
  )
}
