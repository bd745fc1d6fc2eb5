import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useState } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import { useIsPhone } from '../phone.ts'
import classes from './DataTable.module.css'
import { PhoneCells } from './PhoneCells.tsx'
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
  /** Handles a key on the row or on a control in it; returns whether it did. */
  onKey: (id: string, event: KeyboardEvent<HTMLElement>) => boolean
}

/** A memoized row: of two hundred only the changed ones render again. */
export const TableRow = memo(BodyRow) as typeof BodyRow

function BodyRow<Row>(props: TableRowProps<Row>) {
  const { id, row, columns, isOpen, isTicked, onOpen } = props
  const isPhone = useIsPhone()
  // on a phone, a row that opens no drawer opens downward, to show its further values
  const [isUnfolded, setIsUnfolded] = useState(false)
  const unfold = isPhone && !onOpen ? () => setIsUnfolded((before) => !before) : undefined
  const open = onOpen ? () => onOpen(row) : unfold
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const inner = (event.target as HTMLElement).closest('a,button,input,label,select')
    const isInRow = event.currentTarget.contains(event.target as Node)
    if (inner === null && isInRow && getSelection()?.isCollapsed !== false) open?.()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!isOfRow(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && event.target === event.currentTarget) open?.()
    else if (!props.onKey(id, event)) return
    event.preventDefault()
  }
  const cells = { row, columns }
  return (
    <tr
      tabIndex={props.isTabStop ? 0 : -1}
      data-opens={open ? true : undefined}
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
            tabIndex={-1}
            onChange={(isRange) => props.onTick(id, isRange)}
          />
        </td>
      )}
      {isPhone ? (
        <PhoneCells {...cells} isUnfolded={isUnfolded && unfold !== undefined} onUnfold={unfold} />
      ) : (
        <RowCells {...cells} />
      )}
    </tr>
  )
}

/** False for a key in a menu of the row, which is elsewhere in the document, and in a field, which needs its arrow keys. */
function isOfRow({ currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const element = target as HTMLElement
  return currentTarget.contains(element) && !element.matches('input:not([type=checkbox]), select, textarea')
}

type CellsProps<Row> = Pick<TableRowProps<Row>, 'row' | 'columns'>

const RowCells = memo(Cells) as typeof Cells

function Cells<Row>({ row, columns }: CellsProps<Row>): ReactNode {
  return columns.map((column) => (
    <td key={column.id} data-align={column.align} data-stays={column.id === 'actions' || undefined}>
      {column.cell(row)}
    </td>
  ))
}
