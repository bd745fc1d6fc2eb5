import type { Destination } from '../../paths.ts'
import type { ChartColor } from './chart-color.ts'

export type TrendSeries = { id: string; label: string; color: ChartColor }

export type TrendPoint = {
  id: string
  /** Below the axis; the box shows `title` if there is one. */
  label: string
  title?: string
  values: Record<string, number>
  /** The page that lists what all values count. */
  link?: Destination | undefined
  /** The page that lists what one value counts, by the id of its series. */
  links?: Record<string, Destination | undefined>
}
