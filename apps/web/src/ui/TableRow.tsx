import { type KeyboardEvent, type MouseEvent, memo, type ReactNode } from 'react'
import { uiTexts } from '../texts/ui.ts'
import classes from './DataTable.module.css'
import type { DataColumn } from './DataTable.tsx'
import { TickBox } from './TickBox.tsx'

type TableRowProps<Row> = {
  row: Row
  columns: readonly DataColumn<Row>[]
  isOpen: boolean
  /** Undefined where nothing can be ticked. */
  isTicked: boolean | undefined
  onOpen: ((row: Row) => void) | undefined
  onTick: (row: Row) => void
}

/** A row that is rendered again only when something of its own has changed: of two hundred, one. */
export const TableRow = memo(BodyRow) as typeof BodyRow

function BodyRow<Row>({ row, columns, isOpen, isTicked, onOpen, onTick }: TableRowProps<Row>) {
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const inner = (event.target as HTMLElement).closest('a,button,input,label,select')
    if (inner === null && getSelection()?.isCollapsed !== false) onOpen?.(row)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return
    const { currentTarget } = event
    if (event.key === 'Enter') onOpen?.(row)
    else if (event.key === ' ' && isTicked !== undefined) onTick(row)
    else if (event.key === 'ArrowDown') (currentTarget.nextElementSibling as HTMLElement | null)?.focus()
    else if (event.key === 'ArrowUp') (currentTarget.previousElementSibling as HTMLElement | null)?.focus()
    else return
    event.preventDefault()
  }
  return (
    <tr
      tabIndex={onOpen ? 0 : undefined}
      data-opens={onOpen ? true : undefined}
      data-open={isOpen || undefined}
      data-ticked={isTicked || undefined}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      {isTicked !== undefined && (
        <td className={classes.tick}>
          <TickBox label={uiTexts.table.selectRow} checked={isTicked} onChange={() => onTick(row)} />
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
