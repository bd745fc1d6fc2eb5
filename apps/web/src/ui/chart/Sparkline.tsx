import { useId } from 'react'
import classes from './Chart.module.css'
import { type ChartColor, colorOf } from './chart-color.ts'
import { curveThrough, type Point } from './curve.ts'

type SparklineProps = {
  /** Undefined: there is no value, and the line has a gap. */
  values: readonly (number | undefined)[]
  width?: number
  height?: number
  color?: ChartColor
  /** `whole`: as wide as its container. */
  fills?: 'whole' | 'none'
}

/** A small trend line without axes; decorative, next to a figure that is given as text. */
export function Sparkline({ values, width = 84, height = 28, color = 'blue', fills = 'none' }: SparklineProps) {
  const id = useId()
  const top = Math.max(...values.map((value) => value ?? 0), 1)
  const points = values.map((value, i): Point | undefined =>
    value === undefined
      ? undefined
      : [2 + (i * (width - 4)) / Math.max(1, values.length - 1), height - 3 - (value / top) * (height - 6)],
  )
  const stretches = stretchesOf(points)
  const stroke = { fill: 'none', stroke: colorOf(color), strokeLinecap: 'round' } as const
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
      {stretches.map((stretch) => {
        const [first, last] = [stretch[0]!, stretch.at(-1)!]
        const line = curveThrough(stretch)
        if (first === last)
          return (
            <path key={first[0]} d={`${line}h0.01`} {...stroke} strokeWidth={4} vectorEffect="non-scaling-stroke" />
          )
        return (
          <g key={first[0]}>
            <path d={`${line}L${last[0]} ${height}L${first[0]} ${height}Z`} fill={`url(#${id})`} />
            <path d={line} {...stroke} strokeWidth={1.5} strokeLinejoin="round" vectorEffect="non-scaling-stroke" />
          </g>
        )
      })}
    </svg>
  )
}

/** The points without the gaps between them. */
function stretchesOf(points: readonly (Point | undefined)[]): Point[][] {
  const stretches: Point[][] = [[]]
  for (const point of points) {
    if (point) stretches.at(-1)!.push(point)
    else stretches.push([])
  }
  return stretches.filter((stretch) => stretch.length > 0)
}
