import { useElementSize } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { uiTexts } from '../../texts/ui.ts'
import classes from './Chart.module.css'
import { PointLabels, ValueGrid } from './ChartAxes.tsx'
import { ChartLegend, FigureTable, PointBox } from './ChartFigures.tsx'
import { colorOf } from './chart-color.ts'
import { axisFor, axisWidth, shortNumber } from './chart-scale.ts'
import { usePointReader } from './point-reader.ts'
import type { TrendPoint, TrendSeries } from './trend-series.ts'

type BarChartProps = {
  /** Describes the chart for screen readers. */
  label: string
  /** What each bar adds up, from the bottom to the top. */
  series: readonly TrendSeries[]
  points: readonly TrendPoint[]
  height?: number
}

const BOTTOM = 24
const TOP = 18
const BAR_PX = 36
/** The space of a label below a bar. */
const LABEL_PX = 60
/** A bar with less space has no number above it. */
const NUMBER_PX = 26

/**
 * Counts over time: one bar for each hour, day or month, stacked from series that add up to a whole. Pointer and arrow keys
 * read a bar; a click or Enter opens the list that it counts. Screen readers get a table.
 */
export function BarChart({ label, series, points, height = 200 }: BarChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const help = useId()
  const navigate = useNavigate()
  const totals = points.map(({ values }) => series.reduce((sum, { id }) => sum + (values[id] ?? 0), 0))
  const scale = scaleOf(totals, { width, height })
  const isLinked = points.some(({ link }) => link)
  const open = (i: number) => {
    const link = points[i]?.link
    if (link) void navigate(link)
  }
  const reader = usePointReader({ count: points.length, indexAt: scale.indexAt, onChoose: open })
  const { at } = reader
  const point = at === undefined ? undefined : points[at]
  return (
    <figure>
      {series.length > 1 && <ChartLegend series={series} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the reader handles Enter */}
      <div
        ref={ref}
        className={classes.plot}
        style={{ height }}
        role="group"
        aria-label={label}
        aria-describedby={isLinked ? help : undefined}
        data-linked={point?.link ? true : undefined}
        {...reader.props}
        onClick={() => at !== undefined && open(at)}
      >
        {width > 0 && <Plot {...{ series, points, totals, scale, width, height, at }} />}
        {point && at !== undefined && (
          <PointBox point={point} series={series.toReversed()} x={scale.middleOf(at)} width={width} />
        )}
        {Math.max(0, ...totals) === 0 && points.length > 0 && <div className={classes.none}>{uiTexts.chart.none}</div>}
      </div>
      {isLinked && (
        <div id={help} className="visually-hidden">
          {uiTexts.chart.opens}
        </div>
      )}
      <FigureTable caption={label} series={series} points={points} shown="hidden" />
    </figure>
  )
}

/** Where bars and values are in the plot, in pixels. */
function scaleOf(totals: readonly number[], { width, height }: { width: number; height: number }) {
  const axis = axisFor(Math.max(0, ...totals), 3)
  const left = axisWidth(axis.ticks)
  const slot = Math.max(0, width - left) / Math.max(1, totals.length)
  return {
    ticks: axis.ticks,
    left,
    slot,
    middleOf: (i: number) => left + slot * (i + 0.5),
    yOf: (value: number) => TOP + (1 - value / axis.end) * (height - TOP - BOTTOM),
    indexAt: (x: number) => Math.floor((x - left) / Math.max(1, slot)),
  }
}

type PlotProps = {
  series: readonly TrendSeries[]
  points: readonly TrendPoint[]
  totals: readonly number[]
  scale: ReturnType<typeof scaleOf>
  width: number
  height: number
  /** The bar that is read. */
  at: number | undefined
}

function Plot({ series, points, totals, scale, width, height, at }: PlotProps) {
  const { ticks, left, slot, middleOf, yOf } = scale
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <ValueGrid ticks={ticks} left={left} right={width} yOf={yOf} />
      {at !== undefined && (
        <rect fill="var(--hover)" x={left + slot * at} y={TOP - 6} width={slot} height={yOf(0) - TOP + 6} />
      )}
      {points.map((one, i) => (
        <g key={one.id}>
          <Stack
            point={one}
            series={series}
            middle={middleOf(i)}
            width={Math.min(BAR_PX, Math.max(2, slot * 0.66))}
            yOf={yOf}
          />
          {totals[i]! > 0 && slot > NUMBER_PX && (
            <text className={classes.value} x={middleOf(i)} y={yOf(totals[i]!) - 5} textAnchor="middle">
              {shortNumber(totals[i]!)}
            </text>
          )}
        </g>
      ))}
      <PointLabels
        points={points}
        atMost={Math.floor((width - left) / LABEL_PX)}
        xOf={middleOf}
        y={height - 6}
        right={width}
      />
    </svg>
  )
}

type StackProps = {
  point: TrendPoint
  series: readonly TrendSeries[]
  middle: number
  width: number
  yOf: (value: number) => number
}

const GAP = 1
const RADIUS = 3

/** The segments of one bar, with a gap between them. The topmost has round corners. */
function Stack({ point: { values }, series, middle, width, yOf }: StackProps) {
  const segments = segmentsOf(values, series)
  const x = middle - width / 2
  return segments.map(({ id, color, from, to }, i) => {
    const bottom = yOf(from) - (i === 0 ? 0 : GAP)
    const tall = Math.max(1, bottom - yOf(to))
    const radius = i === segments.length - 1 ? Math.min(RADIUS, width / 2, tall) : 0
    return (
      <path
        key={id}
        fill={colorOf(color)}
        d={`M${x} ${bottom}v${radius - tall}q0 ${-radius} ${radius} ${-radius}h${width - 2 * radius}q${radius} 0 ${radius} ${radius}v${tall - radius}z`}
      />
    )
  })
}

type Segment = TrendSeries & { from: number; to: number }

/** The values above zero with the sum below each of them. */
function segmentsOf(values: TrendPoint['values'], series: readonly TrendSeries[]): Segment[] {
  const segments: Segment[] = []
  for (const one of series) {
    const value = values[one.id] ?? 0
    const from = segments.at(-1)?.to ?? 0
    if (value > 0) segments.push({ ...one, from, to: from + value })
  }
  return segments
}
