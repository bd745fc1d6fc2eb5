import type { ReactNode } from 'react'

/**
 * Where a column is shown in the row of two lines that a phone has: `title` and `status` on the first line, `text` and
 * `time` on the second. Without one, its value is in the drawer, or in the row's further values.
 */
export type PhonePart = 'title' | 'status' | 'text' | 'time'

export type DataColumn<Row> = {
  /** The column `actions` stays visible while the others scroll horizontally. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  phone?: PhonePart
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
  /** The filter that all selected rows match, when the selection is not a list of rows. */
  filter?: string
  /** Whether anything is selected; by default, whether any row is ticked. */
  isOn?: boolean
  /** Clears the selection; by default, unticks all rows. */
  onClear?: () => void
}

export type PhoneRow<Row> = {
  title: DataColumn<Row>
  status: DataColumn<Row> | undefined
  texts: readonly DataColumn<Row>[]
  time: DataColumn<Row> | undefined
  actions: DataColumn<Row> | undefined
  /** The columns that the two lines do not show. */
  others: readonly DataColumn<Row>[]
}

/** The parts of a row of two lines. Without a declared title it is the first column. */
export function phoneRowOf<Row>(columns: readonly DataColumn<Row>[]): PhoneRow<Row> {
  const find = (part: PhonePart) => columns.find(({ phone }) => phone === part)
  const actions = columns.find(({ id }) => id === 'actions')
  const title = find('title') ?? columns[0]!
  const [status, time] = [find('status'), find('time')]
  const texts = columns.filter(({ phone }) => phone === 'text')
  const shown = new Set([title, status, time, actions, ...texts])
  return { title, status, texts, time, actions, others: columns.filter((column) => !shown.has(column)) }
}
