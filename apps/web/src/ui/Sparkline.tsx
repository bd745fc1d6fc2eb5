import { curveThrough, type Point } from './curve.ts'

type SparklineProps = { values: readonly number[]; width?: number; height?: number }

/** A small trend line without axes; decorative, next to a figure that is given as text. */
export function Sparkline({ values, width = 84, height = 28 }: SparklineProps) {
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
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      style={{ flex: '0 1 auto', minWidth: 0 }}
    >
      <path d={`${line}L${width - 2} ${height}L2 ${height}Z`} fill="var(--accent-soft)" />
      <path
        d={line}
        fill="none"
        stroke="var(--accent-solid)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
