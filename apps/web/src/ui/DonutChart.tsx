import { Link } from '@tanstack/react-router'
import type { Destination } from '../paths.ts'
import { uiTexts } from '../texts/ui.ts'
import classes from './Chart.module.css'
import { solidOf, type Tone } from './tone.ts'

export type Share = {
  id: string
  label: string
  count: number
  tone: Tone
  strength?: number
  /** The page that lists what is counted. */
  link?: Destination
}

type DonutChartProps = { label: string; shares: readonly Share[]; size?: number }

const RADIUS = 42
const THICKNESS = 13
const CIRCUMFERENCE = 2 * Math.PI * RADIUS
const GAP = 2

/** Start and length of the arc of each share on the circle. */
function arcsOf(drawn: readonly Share[], total: number) {
  const gap = drawn.length > 1 ? GAP : 0
  let start = 0
  return drawn.map((share) => {
    const length = (share.count / total) * CIRCUMFERENCE
    const arc = { share, start, length: Math.max(1, length - gap) }
    start += length
    return arc
  })
}

/** Shares of a whole as a ring, with a list of the numbers. `strength` (0 to 1) distinguishes shares of one tone. */
export function DonutChart({ label, shares, size = 168 }: DonutChartProps) {
  const total = shares.reduce((sum, share) => sum + share.count, 0)
  const drawn = shares.filter((share) => share.count > 0)
  const arcs = arcsOf(drawn, total)
  return (
    <figure className={classes.donut}>
      <div className={classes.ring} style={{ width: size, height: size }}>
        <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
          <circle className={classes.track} cx="50" cy="50" r={RADIUS} strokeWidth={THICKNESS} />
          {arcs.map((arc) => (
            <circle
              key={arc.share.id}
              cx="50"
              cy="50"
              r={RADIUS}
              fill="none"
              stroke={solidOf(arc.share.tone)}
              strokeOpacity={arc.share.strength ?? 1}
              strokeWidth={THICKNESS}
              strokeDasharray={`${arc.length} ${CIRCUMFERENCE}`}
              strokeDashoffset={-arc.start}
              transform="rotate(-90 50 50)"
            />
          ))}
        </svg>
        <div className={classes.middle}>
          <strong>{total.toLocaleString('en')}</strong>
          {uiTexts.chart.total}
        </div>
      </div>
      <ul className={classes.shares} aria-label={label}>
        {shares.map((share) => (
          <li key={share.id}>
            <span
              className={classes.swatch}
              style={{ background: solidOf(share.tone), opacity: share.strength ?? 1 }}
            />
            <span className={classes.shareName}>
              {share.link ? (
                <Link {...share.link} className={classes.link}>
                  {share.label}
                </Link>
              ) : (
                share.label
              )}
            </span>
            <strong>{share.count.toLocaleString('en')}</strong>
            <span className={classes.percent}>{percentOf(share.count, total)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** A share in whole percent. Only an empty share shows 0 %, and only the whole shows 100 %. */
function percentOf(count: number, total: number): string {
  const percent = total === 0 ? 0 : Math.round((count / total) * 100)
  if (percent === 0 && count > 0) return '<1 %'
  return percent === 100 && count < total ? '>99 %' : `${percent} %`
}
