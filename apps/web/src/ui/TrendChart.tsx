import { useElementSize } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { uiTexts } from '../texts/ui.ts'
import classes from './Chart.module.css'
import { ChartLegend, FigureTable } from './ChartFigures.tsx'
import { axisFor, axisWidth, labelsShown, shortNumber } from './chart-scale.ts'
import { curveThrough, type Point } from './curve.ts'
import { solidOf, type Tone } from './tone.ts'
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

/** Lines over time. Pointer and arrow keys read a single point; screen readers get a table of all points. */
export function TrendChart({ label, series, points, height = 260 }: TrendChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [at, setAt] = useState<number>()
  const top = Math.max(0, ...points.flatMap((point) => series.map((one) => point.values[one.id] ?? 0)))
  const axis = axisFor(top)
  const left = axisWidth(axis.ticks)
  const inner = Math.max(0, width - left - RIGHT)
  const xOf = (i: number) => left + (points.length < 2 ? inner / 2 : (i * inner) / (points.length - 1))
  const yOf = (value: number) => TOP + (1 - value / axis.end) * (height - TOP - BOTTOM)
  const shown = labelsShown(points.length, Math.floor(inner / LABEL_WIDTH))
  const point = at === undefined ? undefined : points[at]
  const selectByPointer = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - left
    setAt(Math.max(0, Math.min(points.length - 1, Math.round((x / Math.max(1, inner)) * (points.length - 1)))))
  }
  const selectByKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(points.length - 1, (at ?? (by > 0 ? -1 : points.length)) + by)))
  }
  return (
    <figure className={classes.figure}>
      <ChartLegend series={series} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div
        ref={ref}
        className={classes.plot}
        style={{ height }}
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the points
        tabIndex={0}
        onPointerMove={selectByPointer}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
        onKeyDown={selectByKey}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {axis.ticks.map((tick) => (
              <g key={tick}>
                <path
                  className={classes.grid}
                  d={`M${left} ${yOf(tick)}H${width - RIGHT}`}
                  data-base={tick === 0 || undefined}
                />
                <text className={classes.tick} x={left - 8} y={yOf(tick) + 4} textAnchor="end">
                  {shortNumber(tick)}
                </text>
              </g>
            ))}
            {points.map(
              (one, i) =>
                shown.has(i) && (
                  <text
                    key={one.id}
                    className={classes.tick}
                    x={xOf(i)}
                    y={height - 6}
                    textAnchor={i === points.length - 1 ? 'end' : 'middle'}
                  >
                    {one.label}
                  </text>
                ),
            )}
            {series.toReversed().map((one) => (
              <SeriesShape
                key={one.id}
                tone={one.tone}
                isFilled={one === series[0]}
                base={yOf(0)}
                points={points.map((p, n): Point => [xOf(n), yOf(p.values[one.id] ?? 0)])}
              />
            ))}
            {point && at !== undefined && (
              <g>
                <path className={classes.cursor} d={`M${xOf(at)} ${TOP}V${height - BOTTOM}`} />
                {series.map((one) => (
                  <circle
                    key={one.id}
                    className={classes.knot}
                    cx={xOf(at)}
                    cy={yOf(point.values[one.id] ?? 0)}
                    r={4}
                    fill={solidOf(one.tone)}
                  />
                ))}
              </g>
            )}
          </svg>
        )}
        {point && at !== undefined && <PointBox point={point} series={series} x={xOf(at)} width={width} />}
        {top === 0 && points.length > 0 && <div className={classes.none}>{uiTexts.chart.none}</div>}
      </div>
      <FigureTable caption={label} series={series} points={points} />
    </figure>
  )
}

type SeriesShapeProps = { tone: Tone; isFilled: boolean; base: number; points: readonly Point[] }

function SeriesShape({ tone, isFilled, base, points }: SeriesShapeProps) {
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
            <stop offset="0" stopColor={solidOf(tone)} stopOpacity={0.22} />
            <stop offset="1" stopColor={solidOf(tone)} stopOpacity={0} />
          </linearGradient>
          <path d={`${line}L${last[0]} ${base}L${first[0]} ${base}Z`} fill={`url(#${id})`} />
        </>
      )}
      <path d={line} className={classes.line} stroke={solidOf(tone)} />
    </>
  )
}

type PointBoxProps = { point: TrendPoint; series: readonly TrendSeries[]; x: number; width: number }

function PointBox({ point, series, x, width }: PointBoxProps) {
  const isRight = x > width / 2
  return (
    <div className={classes.box} style={isRight ? { right: width - x + 12 } : { left: x + 12 }} aria-live="polite">
      <div className={classes.boxTitle}>{point.label}</div>
      {series.map((one) => (
        <div key={one.id} className={classes.boxRow}>
          <span className={classes.swatch} style={{ background: solidOf(one.tone) }} />
          {one.label}
          <strong>{(point.values[one.id] ?? 0).toLocaleString('en')}</strong>
        </div>
      ))}
    </div>
  )
}
