import type { ReactNode } from 'react'

export type DataColumn<Row> = {
  /** The column `actions` stays visible while the others scroll horizontally. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The name under which the endpoint sorts by this column. */
  sortBy?: string
  /** Minimum width in pixels; at most 40% of a narrow screen. */
  width?: number
  align?: 'left' | 'right'
  /** `extra`: hidden until the user shows it; `always`: cannot be hidden. */
  show?: 'default' | 'extra' | 'always'
}

export type TableSelection = {
  selected: readonly string[]
  onChange: (ids: readonly string[]) => void
  actions: ReactNode
  /** Describes the selection when it is larger than the ticked rows. */
  words?: string
  /** Whether anything is selected; by default, whether any row is ticked. */
  isOn?: boolean
  /** Clears the selection; by default, unticks all rows. */
  onClear?: () => void
}
