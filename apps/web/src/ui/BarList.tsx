import { Link } from '@tanstack/react-router'
import type { Destination } from '../paths.ts'
import classes from './Chart.module.css'
import { solidOf, type Tone } from './tone.ts'

export type Bar = {
  id: string
  label: string
  count: number
  /** The page that lists what is counted. */
  link?: Destination
}

type BarListProps = { label: string; bars: readonly Bar[]; tone?: Tone }

/** Named counts as horizontal bars, the largest first. */
export function BarList({ label, bars, tone = 'accent' }: BarListProps) {
  const top = Math.max(1, ...bars.map((bar) => bar.count))
  return (
    <ul className={classes.bars} aria-label={label}>
      {[...bars]
        .sort((a, b) => b.count - a.count)
        .map((bar) => (
          <li key={bar.id}>
            <span className={classes.barName}>
              {bar.link ? (
                <Link {...bar.link} className={classes.link}>
                  {bar.label}
                </Link>
              ) : (
                bar.label
              )}
            </span>
            <span className={classes.barTrack} aria-hidden="true">
              <span style={{ width: `${(bar.count / top) * 100}%`, background: solidOf(tone) }} />
            </span>
            <strong>{bar.count.toLocaleString('en')}</strong>
          </li>
        ))}
    </ul>
  )
}
