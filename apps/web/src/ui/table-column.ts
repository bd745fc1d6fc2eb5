import type { ReactNode } from 'react'

export type DataColumn<Row> = {
  /** `actions`: stays in sight while the others scroll sideways. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The name under which the endpoint sorts by this column. */
  sortBy?: string
  /** Pixels; the column keeps at least this much. */
  width?: number
  align?: 'left' | 'right'
  /** `extra`: hidden until chosen; `always`: cannot be hidden. */
  show?: 'usual' | 'extra' | 'always'
}

export type TableSelection = {
  selected: readonly string[]
  onChange: (ids: readonly string[]) => void
  actions: ReactNode
  /** What is selected, where it is more than the ticked rows. */
  words?: string
  /** Whether anything is, where it may be on other pages only; without it, whether any row is ticked. */
  isOn?: boolean
  /** Nothing is selected any more; without it, nothing is ticked. */
  onClear?: () => void
}
