import { useElementSize } from '@mantine/hooks'
import { uiTexts } from '../texts/ui.ts'
import classes from './Chart.module.css'
import { FigureTable } from './ChartFigures.tsx'
import { axisFor, axisWidth, labelsShown, shortNumber } from './chart-scale.ts'
import { solidOf, type Tone } from './tone.ts'

export type DayCount = { id: string; label: string; count: number }

type BarChartProps = { label: string; name: string; bars: readonly DayCount[]; tone?: Tone; height?: number }

const BOTTOM = 24
const TOP = 18
/** A label wider than its bar's slot would be cut at the edge. */
const LABEL_WIDTH = 44

/** One bar per day or month, labeled with its count. `name` says what is counted. */
export function BarChart({ label, name, bars, tone = 'accent', height = 180 }: BarChartProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const top = Math.max(0, ...bars.map((bar) => bar.count))
  const axis = axisFor(top, 3)
  const left = axisWidth(axis.ticks)
  const slot = Math.max(0, width - left) / Math.max(1, bars.length)
  const bar = Math.min(36, Math.max(2, slot * 0.6))
  const yOf = (value: number) => TOP + (1 - value / axis.end) * (height - TOP - BOTTOM)
  const shown = labelsShown(bars.length, Math.floor((width - left) / 52))
  return (
    <figure className={classes.figure}>
      <div ref={ref} className={classes.plot} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true">
            {axis.ticks.map((tick) => (
              <g key={tick}>
                <path
                  className={classes.grid}
                  d={`M${left} ${yOf(tick)}H${width}`}
                  data-base={tick === 0 || undefined}
                />
                <text className={classes.tick} x={left - 8} y={yOf(tick) + 4} textAnchor="end">
                  {shortNumber(tick)}
                </text>
              </g>
            ))}
            {bars.map(({ id, label: text, count }, i) => {
              const middle = left + slot * (i + 0.5)
              const tall = yOf(0) - yOf(count)
              const isAtEdge = i === bars.length - 1 && slot < LABEL_WIDTH
              return (
                <g key={id}>
                  <rect
                    x={middle - bar / 2}
                    y={yOf(count)}
                    width={bar}
                    height={tall}
                    rx={Math.min(4, bar / 2, tall)}
                    fill={solidOf(tone)}
                  />
                  {count > 0 && slot > 24 && (
                    <text className={classes.value} x={middle} y={yOf(count) - 5} textAnchor="middle">
                      {shortNumber(count)}
                    </text>
                  )}
                  {shown.has(i) && (
                    <text
                      className={classes.tick}
                      x={isAtEdge ? width : middle}
                      y={height - 6}
                      textAnchor={isAtEdge ? 'end' : 'middle'}
                    >
                      {text}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        )}
        {top === 0 && bars.length > 0 && <div className={classes.none}>{uiTexts.chart.none}</div>}
      </div>
      <FigureTable
        caption={label}
        series={[{ id: 'count', label: name, tone }]}
        points={bars.map(({ id, label: text, count }) => ({ id, label: text, values: { count } }))}
      />
    </figure>
  )
}
