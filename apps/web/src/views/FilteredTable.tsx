import type { ReactNode } from 'react'
import { DataTable, type DataTableProps } from '../ui/table/DataTable.tsx'
import { FilterBar } from '../ui/table/FilterBar.tsx'
import type { Filters, ShownFilters } from '../ui/table/url-filter.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

type FilteredTableProps<Row, F extends Filters> = Omit<DataTableProps<Row>, 'filters' | 'onClearFilters'> & {
  filter: ShownFilters<F>
  /** The text filter that is always shown, as a search field. */
  search?: { name: keyof F & string; placeholder: string }
  /** What is filtered can be saved as a view. */
  hasViews?: true
  /** Secondary controls next to the filters. */
  after?: ReactNode
  /** The button for what the list is about. */
  main?: ReactNode
}

/** The list of a page: its filters, which are in the address, its saved views, and its rows. */
export function FilteredTable<Row, F extends Filters>(props: FilteredTableProps<Row, F>) {
  const { filter, search, hasViews, after, main, ...table } = props
  const tools = hasViews ? (
    <>
      <ViewsMenu module={table.list.module} names={Object.keys(filter.filters)} read={filter.upgrade} />
      {after}
    </>
  ) : (
    after
  )
  return (
    <DataTable
      {...table}
      filters={<FilterBar filter={filter} search={search} after={tools} main={main} />}
      onClearFilters={filter.isOn ? filter.clear : undefined}
    />
  )
}
