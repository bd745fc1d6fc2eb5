import classes from './Chart.module.css'
import { labelsShown, shortNumber } from './chart-scale.ts'

type ValueGridProps = { ticks: readonly number[]; left: number; right: number; yOf: (value: number) => number }

/** Horizontal lines with the values of the vertical axis. */
export function ValueGrid({ ticks, left, right, yOf }: ValueGridProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <path stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'} d={`M${left} ${yOf(tick)}H${right}`} />
      <text className={classes.tick} x={left - 8} y={yOf(tick) + 4} textAnchor="end">
        {shortNumber(tick)}
      </text>
    </g>
  ))
}

type PointLabelsProps = {
  points: readonly { id: string; label: string }[]
  /** How many labels fit. */
  atMost: number
  xOf: (index: number) => number
  y: number
  /** Right edge of the chart: the last label ends there if it would be cut. */
  right: number
}

const HALF_LABEL_PX = 22
const CHARACTER_PX = 6
const GAP_PX = 10

/** How many labels of this length fit. The last one can end at the edge, half a label nearer to the one before it. */
function fitting(points: PointLabelsProps['points'], widthPx: number): number {
  const labelPx = CHARACTER_PX * Math.max(1, ...points.map(({ label }) => label.length))
  return Math.floor(widthPx / (1.5 * labelPx + GAP_PX))
}

/** Labels below the horizontal axis, as many as fit, always with the last one. */
export function PointLabels({ points, atMost, xOf, y, right }: PointLabelsProps) {
  const shown = labelsShown(points.length, Math.min(atMost, fitting(points, right - xOf(0))))
  return points.map(({ id, label }, i) => {
    if (!shown.has(i)) return null
    const isAtEdge = i === points.length - 1 && right - xOf(i) < HALF_LABEL_PX
    return (
      <text
        key={id}
        className={classes.tick}
        x={isAtEdge ? right : xOf(i)}
        y={y}
        textAnchor={isAtEdge ? 'end' : 'middle'}
      >
        {label}
      </text>
    )
  })
}
