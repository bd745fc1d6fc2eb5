import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconDots, IconRefresh, IconSelector } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { List } from '../../api/list.ts'
import { formatClock } from '../../base/time.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Row, Stack } from '../layout/layout.tsx'
import { Sheet } from '../overlay/Sheet.tsx'
import { MoreSlot, useIsPhone } from '../phone.ts'
import { type ColumnChoice, ColumnChooser } from './ColumnChooser.tsx'
import classes from './DataTable.module.css'

export type Sortable = { header: string; sortBy: string }

type TableHeadProps<Row> = {
  list: List<Row>
  filters: ReactNode
  columns: ColumnChoice
  /** The columns by which the list can be sorted; a phone has no column heads to press. */
  sortable: readonly Sortable[]
  exporting: ReactNode
}

/** The bar above a table: filters, export, time of the data, refresh, column chooser. */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const isPhone = useIsPhone()
  return isPhone ? <PhoneHead {...props} /> : <WideHead {...props} />
}

function WideHead<Row>({ list, filters, columns, exporting }: TableHeadProps<Row>) {
  return (
    <div className={classes.head}>
      <div className={classes.headMain}>{filters}</div>
      <Row gap={2} nowrap className="push" style={{ minHeight: 34 }}>
        {exporting && <span className={classes.exporting}>{exporting}</span>}
        <span className={classes.asOf} data-known={list.asOfMs > 0 || undefined}>
          {say(uiTexts.asOf, { time: formatClock(list.asOfMs) })}
        </span>
        <Tooltip label={uiTexts.refresh}>
          <ActionIcon aria-label={uiTexts.refresh} onClick={list.refresh} disabled={list.isFetching && !list.rows}>
            <IconRefresh size={16} className={list.isFetching ? classes.turning : undefined} />
          </ActionIcon>
        </Tooltip>
        <ColumnChooser {...columns} />
      </Row>
    </div>
  )
}

/** On a phone, all but the search and the filters are in a sheet. */
function PhoneHead<Row>({ list, filters, sortable, exporting }: TableHeadProps<Row>) {
  const [isOpen, setIsOpen] = useState(false)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  return (
    <div className={classes.head} data-phone>
      <div className={classes.headMain}>
        <MoreSlot value={slot}>{filters}</MoreSlot>
      </div>
      <ActionIcon variant="default" size={34} aria-label={uiTexts.table.options} onClick={() => setIsOpen(true)}>
        <IconDots size={18} />
      </ActionIcon>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={uiTexts.table.options} slotRef={setSlot}>
        <Stack gap={8}>
          {sortable.map((column) => (
            <SortOption key={column.sortBy} column={column} list={list} />
          ))}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} className={list.isFetching ? classes.turning : undefined} />}
            rightSection={list.asOfMs > 0 && say(uiTexts.asOf, { time: formatClock(list.asOfMs) })}
            onClick={list.refresh}
          >
            {uiTexts.refresh}
          </Button>
          {exporting}
        </Stack>
      </Sheet>
    </div>
  )
}

function SortOption<Row>({ column, list }: { column: Sortable; list: List<Row> }) {
  const direction = list.sort?.by === column.sortBy ? list.sort.direction : undefined
  const Icon = direction === undefined ? IconSelector : direction === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <Button
      variant="default"
      leftSection={<Icon size={16} />}
      aria-pressed={direction !== undefined}
      onClick={() => list.setSort(column.sortBy)}
    >
      {say(uiTexts.table.sortBy, { column: column.header })}
    </Button>
  )
}
