import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { uiTexts } from '../texts/ui.ts'
import classes from './DataTable.module.css'
import { TickBox } from './TickBox.tsx'
import type { DataColumn } from './table-column.ts'

type TableRowProps<Row> = {
  id: string
  row: Row
  columns: readonly DataColumn<Row>[]
  isOpen: boolean
  /** Undefined in a table without tick boxes. */
  isTicked: boolean | undefined
  onOpen: ((row: Row) => void) | undefined
  /** Whether this is the one row that the Tab key reaches. */
  isTabStop: boolean
  onFocus: (id: string) => void
  onTick: (id: string, isRange: boolean) => void
  /** Handles a key on the row itself; returns whether it did. */
  onKey: (id: string, event: KeyboardEvent<HTMLElement>) => boolean
}

/** A memoized row: of two hundred only the changed ones render again. */
export const TableRow = memo(BodyRow) as typeof BodyRow

function BodyRow<Row>(props: TableRowProps<Row>) {
  const { id, row, columns, isOpen, isTicked, onOpen } = props
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const inner = (event.target as HTMLElement).closest('a,button,input,label,select')
    if (inner === null && getSelection()?.isCollapsed !== false) onOpen?.(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') onOpen?.(row)
    else if (!props.onKey(id, event)) return
    event.preventDefault()
  }
  return (
    <tr
      tabIndex={onOpen || isTicked !== undefined ? (props.isTabStop ? 0 : -1) : undefined}
      data-opens={onOpen ? true : undefined}
      data-open={isOpen || undefined}
      data-ticked={isTicked || undefined}
      onClick={onClick}
      onFocus={() => props.onFocus(id)}
      onKeyDown={onKeyDown}
    >
      {isTicked !== undefined && (
        <td className={classes.tick}>
          <TickBox
            label={uiTexts.table.selectRow}
            checked={isTicked}
            onChange={(isRange) => props.onTick(id, isRange)}
          />
        </td>
      )}
      <RowCells row={row} columns={columns} />
    </tr>
  )
}

const RowCells = memo(Cells) as typeof Cells

function Cells<Row>({ row, columns }: Pick<TableRowProps<Row>, 'row' | 'columns'>): ReactNode {
  return columns.map((column) => (
    <td key={column.id} data-align={column.align} data-stays={column.id === 'actions' || undefined}>
      {column.cell(row)}
    </td>
  ))
}
