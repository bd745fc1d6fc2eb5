import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../api/list.ts'
import { say, sayCount } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { type ColumnChoice, ColumnChooser } from './ColumnChooser.tsx'
import classes from './DataTable.module.css'
import type { TableSelection } from './table-column.ts'
import { formatClock } from './time.ts'

type TableHeadProps<Row> = {
  list: List<Row>
  filters: ReactNode
  selection?: TableSelection
  columns: ColumnChoice
}

/** The bar above a table: filters or the actions on ticked rows, time of the data, refresh, column chooser. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { list, selection } = props
  const ticked = selection?.selected.length ?? 0
  const isSelecting = selection !== undefined && (selection.isOn ?? ticked > 0)
  return (
    <div className={classes.head}>
      <div className={classes.headMain}>
        {isSelecting && (
          <div className={classes.ticked}>
            <strong>{selection.words ?? sayCount(uiTexts.table.selected, ticked)}</strong>
            {selection.actions}
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              onClick={selection.onClear ?? (() => selection.onChange([]))}
            >
              {uiTexts.table.clearSelection}
            </Button>
          </div>
        )}
        {/* hidden by CSS while rows are ticked, so that the filters keep their state */}
        {props.filters && <div data-ticking={isSelecting || undefined}>{props.filters}</div>}
      </div>
      <div className={classes.headTools}>
        <span className={classes.asOf} data-known={list.asOfMs > 0 || undefined}>
          {say(uiTexts.asOf, { time: formatClock(list.asOfMs) })}
        </span>
        <Tooltip label={uiTexts.refresh}>
          <ActionIcon aria-label={uiTexts.refresh} onClick={list.refresh} disabled={list.isFetching && !list.rows}>
            <IconRefresh size={16} className={list.isFetching ? classes.turning : undefined} />
          </ActionIcon>
        </Tooltip>
        <ColumnChooser {...props.columns} />
      </div>
    </div>
  )
}
