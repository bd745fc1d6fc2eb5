import { Link } from '@tanstack/react-router'
import type { Destination } from '../../paths.ts'
import { useShortened } from '../layout/ShowAll.tsx'
import { solidOf, type Tone } from '../tone.ts'
import classes from './Chart.module.css'
import { sharesOf } from './shares.ts'

export type Bar = {
  id: string
  label: string
  count: number
  tone?: Tone
  /** The page that lists what is counted. */
  link?: Destination | undefined
}

type BarListProps = {
  label: string
  bars: readonly Bar[]
  /** `largest`: the largest count first. */
  order?: 'largest' | 'given'
  /** `percent`: the bars are shares of a whole; their percentages add up to 100. */
  shares?: 'percent' | 'none'
  /** More bars than this are hidden until they are asked for. */
  atMost?: number
}

/** Named counts as horizontal bars. */
export function BarList({ label, bars, order = 'largest', shares = 'none', atMost = 8 }: BarListProps) {
  const top = Math.max(1, ...bars.map((bar) => bar.count))
  const sorted = order === 'largest' ? [...bars].sort((a, b) => b.count - a.count) : bars
  const percents = sharesOf(sorted.map(({ count }) => count))
  const { shown, button } = useShortened(sorted, atMost)
  return (
    <>
      <ul className={classes.bars} aria-label={label} data-columns={shares === 'percent' ? 4 : 3}>
        {shown.map((bar, i) => (
          <li key={bar.id} className={classes.bar}>
            <BarName label={bar.label} link={bar.link} />
            <span className={classes.barTrack} aria-hidden="true">
              {bar.count > 0 && (
                <span style={{ width: `${(bar.count / top) * 100}%`, background: solidOf(bar.tone ?? 'accent') }} />
              )}
            </span>
            <strong>{bar.count.toLocaleString('en')}</strong>
            {shares === 'percent' && <span className={classes.percent}>{percents[i]}%</span>}
          </li>
        ))}
      </ul>
      {button}
    </>
  )
}

/** The name of a bar. Its link covers the row, so that a click on the bar or on the number follows it too. */
export function BarName({ label, link }: { label: string; link: Destination | undefined }) {
  return (
    <span className={classes.barName} title={label}>
      {link ? (
        <Link {...link} className={classes.rowLink}>
          {label}
        </Link>
      ) : (
        label
      )}
    </span>
  )
}
