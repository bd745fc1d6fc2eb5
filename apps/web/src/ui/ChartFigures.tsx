import { uiTexts } from '../texts/ui.ts'
import classes from './Chart.module.css'
import { solidOf } from './tone.ts'
import type { TrendPoint, TrendSeries } from './trend-series.ts'

export function ChartLegend({ series }: { series: readonly TrendSeries[] }) {
  return (
    <ul className={classes.legend}>
      {series.map((one) => (
        <li key={one.id}>
          <span className={classes.swatch} style={{ background: solidOf(one.tone) }} />
          {one.label}
        </li>
      ))}
    </ul>
  )
}

type FigureTableProps = { caption: string; series: readonly TrendSeries[]; points: readonly TrendPoint[] }

/** All values of a chart as a visually hidden table for screen readers. */
export function FigureTable({ caption, series, points }: FigureTableProps) {
  return (
    <div className="visually-hidden">
      <table>
        <caption>{caption}</caption>
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
              <th scope="row">{point.label}</th>
              {series.map((one) => (
                <td key={one.id}>{point.values[one.id] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
