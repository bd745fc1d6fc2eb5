import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { type List, PAGE_SIZES, type PageSize } from '../../api/list.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import classes from './DataTable.module.css'

/**
 * The bar below a table: row range and total, page size, previous and next page. A list that fits on the smallest page has
 * nothing to choose, so only the range is shown.
 */
export const TableFoot = memo(Foot) as typeof Foot

function Foot<Row>({ list, note }: { list: List<Row>; note?: ReactNode }) {
  if (list.rows === undefined || list.rows.length === 0) return null
  const from = (list.page - 1) * list.limit + 1
  const values = { from, to: from + list.rows.length - 1, total: list.total ?? '' }
  const isSmall = list.total !== undefined && list.total <= PAGE_SIZES[0] && list.page === 1 && !list.next
  const range = list.capped ? uiTexts.table.rangeCapped : uiTexts.table.range
  return (
    <div className={classes.foot}>
      <span className="muted size-small figures" style={{ marginRight: 'auto' }} aria-live="polite">
        {say(list.total === undefined ? uiTexts.table.rangeOpen : range, values)}
      </span>
      {note}
      {!isSmall && <PageControls list={list} />}
    </div>
  )
}

function PageControls<Row>({ list }: { list: List<Row> }) {
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={uiTexts.table.rowsPerPage}
        title={uiTexts.table.rowsPerPage}
        data={PAGE_SIZES.map(String)}
        value={String(list.limit)}
        onChange={(event) => list.setLimit(Number(event.currentTarget.value) as PageSize)}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={uiTexts.table.previous}
        disabled={!list.previous}
        onClick={list.previous}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={30} aria-label={uiTexts.table.next} disabled={!list.next} onClick={list.next}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </>
  )
}
