import { ActionIcon, Button, Checkbox, Popover, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Stack } from '../layout/layout.tsx'
import classes from './ColumnChooser.module.css'

export type ChosenColumn = { id: string; header: string; isShown: boolean }

export type ColumnChoice = {
  /** In the order of the table. */
  columns: readonly ChosenColumn[]
  onToggle: (id: string) => void
  /** Moves a column past its neighbor among the visible columns. */
  onMove: (id: string, neighbor: string) => void
  onReset: () => void
}

/** Menu to show, hide and reorder the columns of a table; the hidden ones are listed last. */
export function ColumnChooser(choice: ColumnChoice) {
  return (
    <Popover position="bottom-end" shadow="md" radius="md" trapFocus>
      <Popover.Target>
        <Tooltip label={uiTexts.table.columns}>
          <ActionIcon aria-label={uiTexts.table.columns}>
            <IconColumns3 size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={uiTexts.table.columns}>
        <Columns {...choice} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Columns({ columns, onToggle, onMove, onReset }: ColumnChoice) {
  const shown = columns.filter(({ isShown }) => isShown)
  const hidden = columns.filter(({ isShown }) => !isShown)
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<string>(undefined)
  // moving a list item in the DOM removes its focus
  useLayoutEffect(() => {
    if (moved.current !== undefined) list.current?.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus()
    moved.current = undefined
  })
  const move = (index: number, by: 1 | -1) => {
    const [one, neighbor] = [shown[index], shown[index + by]]
    if (!one || !neighbor) return
    moved.current = `${one.id} ${by}`
    onMove(one.id, neighbor.id)
  }
  return (
    <Stack gap={10} style={{ maxHeight: '60vh', overflowY: 'auto' }}>
      <ul className={classes.columns} ref={list}>
        {shown.map((column, index) => (
          <li key={column.id} className={classes.column}>
            <Checkbox label={column.header} checked onChange={() => onToggle(column.id)} />
            <MoveButton column={column} by={-1} isEnd={index === 0} onMove={() => move(index, -1)} />
            <MoveButton column={column} by={1} isEnd={index === shown.length - 1} onMove={() => move(index, 1)} />
          </li>
        ))}
      </ul>
      {hidden.length > 0 && (
        <ul className={classes.columns} data-hidden>
          {hidden.map((column) => (
            <li key={column.id} className={classes.column}>
              <Checkbox label={column.header} checked={false} onChange={() => onToggle(column.id)} />
            </li>
          ))}
        </ul>
      )}
      <Button variant="subtle" size="xs" onClick={onReset}>
        {uiTexts.table.columnsReset}
      </Button>
    </Stack>
  )
}

type MoveButtonProps = { column: ChosenColumn; by: 1 | -1; isEnd: boolean; onMove: () => void }

/** Moves a column by one. Not disabled at the end of the list, so that it keeps the focus; arrow keys work too. */
function MoveButton({ column, by, isEnd, onMove }: MoveButtonProps) {
  const label = say(by === 1 ? uiTexts.table.moveLater : uiTexts.table.moveEarlier, { column: column.header })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== (by === 1 ? 'ArrowDown' : 'ArrowUp')) return
    event.preventDefault()
    onMove()
  }
  const Icon = by === 1 ? IconArrowDown : IconArrowUp
  return (
    <ActionIcon
      size={26}
      aria-label={label}
      title={label}
      data-move={`${column.id} ${by}`}
      aria-disabled={isEnd}
      onClick={onMove}
      onKeyDown={onKeyDown}
    >
      <Icon size={14} />
    </ActionIcon>
  )
}
