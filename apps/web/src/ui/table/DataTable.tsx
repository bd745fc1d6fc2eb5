import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import { columnVisibilityFeature, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEventHandler,
  memo,
  type ReactNode,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useBehavior } from '../../api/behavior.ts'
import type { List } from '../../api/list.ts'
import { useStableCallback } from '../../base/stable-callback.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { EmptyState, type EmptyStateProps } from '../page/EmptyState.tsx'
import { ErrorState } from '../page/ErrorState.tsx'
import { useIsPhone } from '../phone.ts'
import { movedPast, orderedBy } from './column-order.ts'
import classes from './DataTable.module.css'
import row from './PhoneRow.module.css'
import { blocksOf, useRendered } from './rendered-rows.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TableBlock } from './TableBlock.tsx'
import { TableFoot } from './TableFoot.tsx'
import { TableHead } from './TableHead.tsx'
import { TableScroll } from './TableScroll.tsx'
import { TickBox } from './TickBox.tsx'
import type { DataColumn, TableSelection } from './table-column.ts'
import { leaveTabOrder } from './table-controls.ts'
import { type RowKeys, useTableKeys } from './table-keys.ts'

export type { DataColumn } from './table-column.ts'

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

export type DataTableProps<Row> = {
  /** What the rows are ("Profiles"); names the table for screen readers. */
  label: string
  list: List<Row>
  columns: readonly DataColumn<Row>[]
  rowId: (row: Row) => string
  /** A click, or Enter on a focused row. */
  onOpen?: (row: Row) => void
  /** The row whose drawer is open. */
  openId?: string
  /** Shown when the list is empty without filters. */
  empty: EmptyStateProps
  /** Set while filters are on: an empty result offers to clear them. */
  onClearFilters?: () => void
  /** Adds tick boxes; `onChange` gets the ids of the ticked rows on all pages. */
  selection?: TableSelection
  /** Shown next to the row range below the table. */
  footNote?: ReactNode
  /** Left side of the bar above the table. */
  filters?: ReactNode
  /** The button that exports the list, or what is selected in it: `ExportButton`. */
  exporting?: ReactNode
}

/**
 * A list with filters, column chooser, keyboard navigation and paging, with its skeleton, empty and error state. On a
 * phone its rows have two lines, whose values the columns name (`DataColumn.phone`).
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, columns, selection } = props
  const choice = useColumnChoice(list.module, columns)
  const data = useMemo(() => [...(list.rows ?? [])] as (Row & object)[], [list.rows])
  const ticked = useTicked(selection)
  const table = useRowTable({ props, data, choice, ticked })
  const isPhone = useIsPhone()
  const scrollRef = useRef<HTMLElement>(null)
  const tableRef = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => leaveTabOrder(tableRef.current!), [])
  const { rendered, onScroll } = useRendered(scrollRef, data, props.rowId)
  const keys = useTableKeys(tableRef, {
    ids: data.map(props.rowId),
    isPreviousPage: list.isPreviousPage || rendered !== data,
    openId: props.openId,
    next: list.next,
    previous: list.previous,
    ticking: selection && { ticked: selection.selected, onChange: selection.onChange },
  })
  const hasRows = data.length > 0
  return (
    <div className={classes.panel}>
      <TableHead
        list={list}
        filters={props.filters}
        exporting={props.exporting}
        sortable={columns.flatMap(({ header, sortBy }) => (sortBy === undefined ? [] : [{ header, sortBy }]))}
        columns={{ ...choice.menu, onToggle: (id) => table.getColumn(id)?.toggleVisibility() }}
      />
      <TableScroll
        label={props.label}
        isBusy={list.isFetching}
        isTabStop={!hasRows}
        scrollRef={scrollRef}
        onScroll={onScroll}
      >
        <table className={classes.table} data-phone={isPhone || undefined} ref={tableRef}>
          <ColumnHeads
            {...{ props, hasRows, isPhone }}
            shown={choice.shown}
            onKeyDown={keys.onHeadKey}
            tickAll={{
              checked: hasRows && table.getIsAllPageRowsSelected(),
              indeterminate: table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected(),
              onChange: () => table.toggleAllPageRowsSelected(),
            }}
          />
          <Body {...{ props, rendered, ticked, isPhone, keys }} shown={choice.shown} />
        </table>
      </TableScroll>
      <EmptyOrError {...props} />
      {selection && <SelectionBar selection={selection} />}
      <TableFoot list={list} note={props.footNote} />
    </div>
  )
}

/** The columns that are shown, in the user's order, and the menu that changes both. They are stored per user. */
function useColumnChoice<Row>(module: List<Row>['module'], columns: readonly DataColumn<Row>[]) {
  const [{ columns: visibility, order }, remember] = useBehavior(module)
  const defaultVisibility = useMemo(() => Object.fromEntries(columns.map((c) => [c.id, c.show !== 'extra'])), [columns])
  const setVisibility = (chosen: Record<string, boolean>) => {
    const changed = Object.entries(chosen).filter(([id, isShown]) => defaultVisibility[id] !== isShown)
    remember((before) => ({ ...before, columns: Object.fromEntries(changed) }))
  }
  const ordered = useMemo(() => orderedBy(columns, order), [columns, order])
  const isShown = { ...defaultVisibility, ...visibility }
  const shownIds = ordered.flatMap(({ id, show }) => (show === 'always' || isShown[id] ? [id] : [])).join(' ')
  const shown = useMemo(() => {
    const ids = new Set(shownIds.split(' '))
    return ordered.filter(({ id }) => ids.has(id))
  }, [ordered, shownIds])
  const menu = {
    columns: ordered
      .filter((c) => c.show !== 'always')
      .map((c) => ({ id: c.id, header: c.header, isShown: shown.includes(c) })),
    onMove: (id: string, neighbor: string) => {
      const ids = ordered.map((column) => column.id)
      remember((before) => ({ ...before, order: movedPast(ids, id, neighbor) }))
    },
    onReset: () => remember(({ order: _, ...before }) => ({ ...before, columns: {} })),
  }
  return { shown, visibility: isShown, setVisibility, menu }
}

type Ticked = Readonly<Record<string, true>>

function useTicked(selection: TableSelection | undefined): Ticked {
  const selected = selection?.selected
  return useMemo(() => Object.fromEntries((selected ?? []).map((id) => [id, true as const])), [selected])
}

type RowTable<Row> = {
  props: DataTableProps<Row>
  data: (Row & object)[]
  choice: ReturnType<typeof useColumnChoice<Row>>
  ticked: Ticked
}

/** The library's table: which columns are visible and which rows are ticked. */
function useRowTable<Row>({ props: { columns, rowId, selection }, data, choice, ticked }: RowTable<Row>) {
  const defs = useMemo(
    () => columns.map((c) => ({ id: c.id, header: c.header, enableHiding: c.show !== 'always' })),
    [columns],
  )
  return useTable({
    features,
    columns: defs,
    data,
    getRowId: (row: Row & object) => rowId(row),
    state: { columnVisibility: choice.visibility, rowSelection: ticked },
    onColumnVisibilityChange: (next) =>
      choice.setVisibility(typeof next === 'function' ? next(choice.visibility) : next),
    onRowSelectionChange: (next) => selection?.onChange(Object.keys(typeof next === 'function' ? next(ticked) : next)),
  })
}

type ColumnHeadsProps<Row> = {
  props: DataTableProps<Row>
  shown: readonly DataColumn<Row>[]
  hasRows: boolean
  isPhone: boolean
  tickAll: Pick<ComponentProps<typeof TickBox>, 'checked' | 'indeterminate' | 'onChange'>
  onKeyDown: KeyboardEventHandler<HTMLElement>
}

/** The row of column heads; without rows below it, its controls are in the tab order. */
function ColumnHeads<Row>({ props, shown, hasRows, isPhone, tickAll, onKeyDown }: ColumnHeadsProps<Row>) {
  const { list, label, columns, selection } = props
  const tabIndex = hasRows ? -1 : 0
  const hasActions = columns.some(({ id }) => id === 'actions')
  return (
    <>
      {isPhone && <PhoneColumns hasTicks={selection !== undefined} hasActions={hasActions} />}
      <thead className={isPhone && !selection ? 'visually-hidden' : undefined}>
        <tr onKeyDown={onKeyDown}>
          {selection && (
            <th className={classes.tick} scope="col">
              <TickBox label={uiTexts.table.selectAll} tabIndex={tabIndex} {...tickAll} />
            </th>
          )}
          {isPhone ? (
            <PhoneHeadCell label={label} hasActions={hasActions} />
          ) : (
            shown.map((column) => <HeadCell key={column.id} column={column} list={list} tabIndex={tabIndex} />)
          )}
        </tr>
      </thead>
    </>
  )
}

type BodyProps<Row> = {
  props: DataTableProps<Row>
  shown: readonly DataColumn<Row>[]
  rendered: readonly Row[]
  ticked: Ticked
  isPhone: boolean
  keys: RowKeys
}

/** The rows in blocks, or a skeleton until they are loaded. */
function Body<Row>({ props, shown, rendered, ticked, isPhone, keys }: BodyProps<Row>) {
  const { list, columns, selection } = props
  const tickedLater = useDeferredValue(ticked)
  const onOpen = useStableCallback((row: Row) => props.onOpen?.(row))
  return (
    <>
      {list.rows === undefined && !list.problem && (
        <tbody>
          <SkeletonRows columns={shown} hasTicks={selection !== undefined} isPhone={isPhone} />
        </tbody>
      )}
      {blocksOf(rendered).map((block, index) => (
        <TableBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its position
          key={index}
          rows={block}
          rowId={props.rowId}
          columns={isPhone ? columns : shown}
          openId={props.openId}
          ticked={selection && ticked}
          tickedLater={tickedLater}
          onOpen={props.onOpen && onOpen}
          keys={keys}
        />
      ))}
    </>
  )
}

/** Shown in place of the rows when there are none. */
function EmptyOrError<Row>({ list, empty, onClearFilters }: DataTableProps<Row>) {
  const unknown = list.problem?.faults.find(({ path }) => path.startsWith('filter.'))
  const isUnknown = unknown !== undefined && list.rows === undefined && onClearFilters !== undefined
  if (list.problem && list.rows === undefined && !isUnknown)
    return <ErrorState problem={list.problem} onRetry={list.refresh} />
  if (!isUnknown && (list.rows === undefined || list.rows.length > 0)) return null
  if (!onClearFilters) return <EmptyState {...empty} />
  return (
    <EmptyState
      drawing="search"
      title={uiTexts.table.noMatchTitle}
      text={unknown?.text ?? uiTexts.table.noMatchText}
      button={{ label: uiTexts.table.clearFilters, onClick: onClearFilters }}
    />
  )
}

const HeadCell = memo(ColumnHead) as typeof ColumnHead

type ColumnHeadProps<Row> = { column: DataColumn<Row>; list: List<Row>; tabIndex: 0 | -1 }

function ColumnHead<Row>({ column, list, tabIndex }: ColumnHeadProps<Row>) {
  const { sortBy } = column
  const direction = sortBy !== undefined && list.sort?.by === sortBy ? list.sort.direction : undefined
  const Icon = direction === undefined ? IconSelector : direction === 'asc' ? IconArrowUp : IconArrowDown
  const ariaSort = direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th
      scope="col"
      data-align={column.align}
      data-stays={column.id === 'actions' || undefined}
      style={{ minWidth: column.width && `min(${column.width}px, 40vw)` }}
      aria-sort={ariaSort}
    >
      {sortBy === undefined ? (
        column.header
      ) : (
        <button
          type="button"
          className={classes.sort}
          tabIndex={tabIndex}
          data-active={direction !== undefined || undefined}
          title={say(uiTexts.table.sortBy, { column: column.header })}
          onClick={() => list.setSort(sortBy)}
        >
          {column.header}
          <Icon size={14} aria-hidden />
        </button>
      )}
    </th>
  )
}

/** The widths of the columns of rows of two lines, which a head that is out of sight does not give. */
function PhoneColumns({ hasTicks, hasActions }: { hasTicks: boolean; hasActions: boolean }) {
  return (
    <colgroup>
      {hasTicks && <col style={{ width: 40 }} />}
      <col />
      {hasActions && <col className={row.actionsColumn} />}
    </colgroup>
  )
}

/** The head of rows of two lines: names them for screen readers, and the tick box of all rows for everyone else. */
function PhoneHeadCell({ label, hasActions }: { label: string; hasActions: boolean }) {
  return (
    <>
      <th scope="col">
        <span className="visually-hidden">{label}</span>
        <span aria-hidden>{uiTexts.table.selectAll}</span>
      </th>
      {hasActions && <td className={row.headActions} />}
    </>
  )
}

type SkeletonRowsProps<Row> = { columns: readonly DataColumn<Row>[]; hasTicks: boolean; isPhone: boolean }

function SkeletonRows<Row>({ columns, hasTicks, isPhone }: SkeletonRowsProps<Row>) {
  return Array.from({ length: 10 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: ten equal rows that never move
    <tr key={index} aria-hidden>
      {hasTicks && (
        <td className={classes.tick}>
          <Bar width="16px" height={16} borderRadius="var(--mantine-radius-sm)" />
        </td>
      )}
      {isPhone ? <PhoneSkeleton index={index} /> : <SkeletonCells columns={columns} index={index} />}
    </tr>
  ))
}

function SkeletonCells<Row>({ columns, index }: { columns: readonly DataColumn<Row>[]; index: number }) {
  return columns.map(({ id, align }, column) => (
    <td key={id} data-stays={id === 'actions' || undefined}>
      <Bar
        width={id === 'actions' ? '28px' : `${40 + (((index * columns.length + column) * 37) % 50)}%`}
        marginLeft={align === 'right' ? 'auto' : undefined}
      />
    </td>
  ))
}

function PhoneSkeleton({ index }: { index: number }) {
  return (
    <td className={row.cell}>
      <Bar width={`${50 + ((index * 37) % 20)}%`} marginTop={6} />
      <Bar width={`${30 + ((index * 23) % 30)}%`} marginTop={12} />
    </td>
  )
}

type BarProps = Pick<CSSProperties, 'width' | 'height' | 'borderRadius' | 'marginLeft' | 'marginTop'>

/** Looks like Mantine's Skeleton, whose hundred components and layers take longer than the rows that follow. */
function Bar(style: BarProps) {
  return <div className={`mantine-Skeleton-root ${classes.bar}`} style={style} />
}
