import { useId } from 'react'
import classes from './Chart.module.css'
import { type ChartColor, colorOf } from './chart-color.ts'
import { curveThrough, type Point } from './curve.ts'

type SparklineProps = {
  values: readonly number[]
  width?: number
  height?: number
  color?: ChartColor
  /** `whole`: as wide as its container. */
  fills?: 'whole' | 'none'
}

/** A small trend line without axes; decorative, next to a figure that is given as text. */
export function Sparkline({ values, width = 84, height = 28, color = 'blue', fills = 'none' }: SparklineProps) {
  const id = useId()
  const top = Math.max(...values, 1)
  const points = values.map(
    (value, i): Point => [
      2 + (i * (width - 4)) / Math.max(1, values.length - 1),
      height - 3 - (value / top) * (height - 6),
    ],
  )
  const line = curveThrough(points)
  return (
    <svg
      className={classes.spark}
      data-fills={fills}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={fills === 'whole' ? 'none' : undefined}
      aria-hidden="true"
    >
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={colorOf(color)} stopOpacity={0.2} />
        <stop offset="1" stopColor={colorOf(color)} stopOpacity={0} />
      </linearGradient>
      <path d={`${line}L${width - 2} ${height}L2 ${height}Z`} fill={`url(#${id})`} />
      <path
        d={line}
        fill="none"
        stroke={colorOf(color)}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
