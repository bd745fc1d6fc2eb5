import { Link } from '@tanstack/react-router'
import { uiTexts } from '../../texts/ui.ts'
import { Note } from '../layout/layout.tsx'
import classes from './Chart.module.css'
import { colorOf } from './chart-color.ts'
import type { TrendPoint, TrendSeries } from './trend-series.ts'

export function ChartLegend({ series }: { series: readonly TrendSeries[] }) {
  return (
    <ul className={classes.legend}>
      {series.map((one) => (
        <li key={one.id}>
          <span className={classes.swatch} style={{ background: colorOf(one.color) }} />
          {one.label}
        </li>
      ))}
    </ul>
  )
}

type FigureTableProps = {
  caption: string
  series: readonly TrendSeries[]
  points: readonly TrendPoint[]
  /** `hidden`: only for screen readers, next to a drawn chart. */
  shown: 'hidden' | 'visible'
}

/** All values of a chart as a table; each value of a visible table links to the list that it counts. */
export function FigureTable({ caption, series, points, shown }: FigureTableProps) {
  const table = (
    <table className={shown === 'visible' ? classes.table : undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{uiTexts.chart.time}</th>
          {series.map((one) => (
            <th key={one.id} scope="col">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.id}>
            <th scope="row">{point.title ?? point.label}</th>
            {series.map((one) => (
              <td key={one.id}>
                <Value point={point} id={one.id} isLinked={shown === 'visible'} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (shown === 'hidden') return <div className="visually-hidden">{table}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.tableScroll} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  )
}

function Value({ point, id, isLinked }: { point: TrendPoint; id: string; isLinked: boolean }) {
  const count = point.values[id] ?? 0
  const value = count.toLocaleString('en')
  const link = point.links?.[id]
  if (!isLinked || !link || count === 0) return value
  return (
    <Link {...link} className={classes.link}>
      {value}
    </Link>
  )
}

type PointBoxProps = { point: TrendPoint; series: readonly TrendSeries[]; x: number; width: number }

/** The values of the point that is read. */
export function PointBox({ point, series, x, width }: PointBoxProps) {
  const isRight = x > width / 2
  return (
    <div className={classes.box} style={isRight ? { right: width - x + 12 } : { left: x + 12 }} aria-live="polite">
      <Note as="div" size="same" mb={2}>
        {point.title ?? point.label}
      </Note>
      {series.map((one) => (
        <div key={one.id} className={classes.boxRow}>
          <span className={classes.swatch} style={{ background: colorOf(one.color) }} />
          {one.label}
          <strong>{(point.values[one.id] ?? 0).toLocaleString('en')}</strong>
        </div>
      ))}
    </div>
  )
}
