import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import classes from './Chart.module.css'
import { PointLabels, ValueGrid } from './ChartAxes.tsx'
import { ChartLegend, FigureTable, PointBox } from './ChartFigures.tsx'
import { type ChartColor, colorOf } from './chart-color.ts'
import { axisFor, axisWidth } from './chart-scale.ts'
import { curveThrough, type Point } from './curve.ts'
import { usePointReader } from './point-reader.ts'
import type { TrendPoint, TrendSeries } from './trend-series.ts'

type TrendChartProps = {
  /** Describes the chart for screen readers. */
  label: string
  series: readonly TrendSeries[]
  points: readonly TrendPoint[]
  height?: number
}

const RIGHT = 8
const TOP = 10
const BOTTOM = 26
/** Space per label: one and a half labels, because the last label is right-aligned at the edge. */
const LABEL_WIDTH = 84

/**
 * Lines of measured values over time, such as a latency; `BarChart` shows counts. Pointer and arrow keys read a single
 * point; screen readers get a table of all points.
 */
export function TrendChart({ label, series, points, height = 260 }: TrendChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const top = Math.max(0, ...points.flatMap((point) => series.map((one) => point.values[one.id] ?? 0)))
  const axis = axisFor(top)
  const left = axisWidth(axis.ticks)
  const inner = Math.max(0, width - left - RIGHT)
  const xOf = (i: number) => left + (points.length < 2 ? inner / 2 : (i * inner) / (points.length - 1))
  const yOf = (value: number) => TOP + (1 - value / axis.end) * (height - TOP - BOTTOM)
  const { at, props } = usePointReader({
    count: points.length,
    indexAt: (x) => Math.round(((x - left) / Math.max(1, inner)) * (points.length - 1)),
  })
  const point = at === undefined ? undefined : points[at]
  return (
    <figure>
      <ChartLegend series={series} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div ref={ref} className={classes.plot} style={{ height }} role="group" aria-label={label} {...props}>
        {width > 0 && (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <ValueGrid ticks={axis.ticks} left={left} right={width - RIGHT} yOf={yOf} />
            <PointLabels
              points={points}
              atMost={Math.floor(inner / LABEL_WIDTH)}
              xOf={xOf}
              y={height - 6}
              right={width - RIGHT}
            />
            {series.toReversed().map((one) => (
              <SeriesShape
                key={one.id}
                color={one.color}
                isFilled={one === series[0]}
                base={yOf(0)}
                points={points.map((p, n): Point => [xOf(n), yOf(p.values[one.id] ?? 0)])}
              />
            ))}
            {point && at !== undefined && (
              <PointMarks point={point} series={series} x={xOf(at)} yOf={yOf} bottom={height - BOTTOM} />
            )}
          </svg>
        )}
        {point && at !== undefined && <PointBox point={point} series={series} x={xOf(at)} width={width} />}
        {top === 0 && points.length > 0 && <div className={classes.none}>{uiTexts.chart.none}</div>}
      </div>
      <FigureTable caption={label} series={series} points={points} shown="hidden" />
    </figure>
  )
}

type PointMarksProps = {
  point: TrendPoint
  series: readonly TrendSeries[]
  x: number
  yOf: (value: number) => number
  bottom: number
}

/** Marks the point that is read in each line. */
function PointMarks({ point, series, x, yOf, bottom }: PointMarksProps) {
  return (
    <g>
      <path stroke="var(--line-input)" d={`M${x} ${TOP}V${bottom}`} />
      {series.map((one) => (
        <circle
          key={one.id}
          cx={x}
          cy={yOf(point.values[one.id] ?? 0)}
          r={4}
          fill={colorOf(one.color)}
          stroke="var(--surface)"
          strokeWidth={2}
        />
      ))}
    </g>
  )
}

type SeriesShapeProps = { color: ChartColor; isFilled: boolean; base: number; points: readonly Point[] }

function SeriesShape({ color, isFilled, base, points }: SeriesShapeProps) {
  const id = useId()
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return null
  const line = curveThrough(points)
  return (
    <>
      {isFilled && (
        <>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={colorOf(color)} stopOpacity={0.22} />
            <stop offset="1" stopColor={colorOf(color)} stopOpacity={0} />
          </linearGradient>
          <path d={`${line}L${last[0]} ${base}L${first[0]} ${base}Z`} fill={`url(#${id})`} />
        </>
      )}
      <path d={line} fill="none" stroke={colorOf(color)} strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
    </>
  )
}
