import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { List, UseListOptions } from '../../../api/list.ts'
import { useMasks } from '../../../esim/privacy.ts'
import type { Destination } from '../../../paths.ts'
import { useSeesNoGroup } from '../../../session/group-limit.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { frameTexts } from '../../../texts/frame.ts'
import type { EmptyStateProps } from '../../../ui/page/EmptyState.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import type { Filter, ShownFilters } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'

/** Options of the lists of these logs: newest first, loaded again every 15 seconds. */
export const NEWEST_FIRST = {
  sortInAddress: true,
  sort: { by: 'at', direction: 'desc' },
  pollMs: 15_000,
} as const satisfies Partial<UseListOptions<never>>

type ProfileLogTableProps<Row, F extends { iccid: Filter }> = {
  /** Names the table for screen readers. */
  label: string
  list: List<Row>
  columns: readonly DataColumn<Row>[]
  filter: ShownFilters<F & Record<string, Filter>>
  texts: { searchPlaceholder: string; emptyTitle: string; emptyText: string }
  exporting: ReactNode
  example: EmptyStateProps['example']
  /** The page of the row's profile. */
  pathOf: (row: Row) => Destination
}

/** A log of what happened to profiles, searched by ICCID; users who may see the fleet open the profile of a row. */
export function ProfileLogTable<Row extends { id: string }, F extends { iccid: Filter }>({
  label,
  list,
  columns,
  filter,
  texts,
  exporting,
  example,
  pathOf,
}: ProfileLogTableProps<Row, F>) {
  const navigate = useNavigate()
  const maySeeProfile = useAllowed('Fleet_View')
  const seesNoGroup = useSeesNoGroup()
  return (
    <FilteredTable
      label={label}
      list={list}
      columns={columns}
      rowId={(row) => row.id}
      onOpen={maySeeProfile ? (row) => void navigate(pathOf(row)) : undefined}
      filter={filter}
      search={{ name: 'iccid', placeholder: texts.searchPlaceholder }}
      hasViews
      exporting={exporting}
      empty={
        seesNoGroup
          ? { drawing: 'log', ...frameTexts.groupLimit.noneEmpty }
          : { drawing: 'log', example, title: texts.emptyTitle, text: texts.emptyText }
      }
    />
  )
}

/** A sentence about the row, with identifiers masked while the privacy switch is on. */
export function LogText({ children }: { children: string }) {
  return <LongText width="wide">{useMasks().text(children)}</LongText>
}
