import type { Destination } from '../../paths.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { BarName } from './BarList.tsx'
import classes from './Chart.module.css'
import { colorOf } from './chart-color.ts'

export type FunnelStep = {
  id: string
  label: string
  count: number
  /** The page that lists what is counted. */
  link?: Destination | undefined
}

type FunnelBarsProps = { label: string; steps: readonly FunnelStep[] }

/**
 * Counts of successive steps; each says how many percent of the previous step it is, unless it happened more often: a
 * step can be left out, as the page of a code that is scanned from paper.
 */
export function FunnelBars({ label, steps }: FunnelBarsProps) {
  const top = Math.max(1, ...steps.map(({ count }) => count))
  return (
    <ol className={classes.bars} aria-label={label} data-columns={4}>
      {steps.map(({ id, label: name, count, link }, i) => {
        const previous = steps[i - 1]?.count
        return (
          <li key={id} className={classes.bar}>
            <BarName label={name} link={link} />
            <span className={classes.barTrack} data-thick aria-hidden="true">
              {count > 0 && <span style={{ width: `${(count / top) * 100}%`, background: colorOf('blue') }} />}
            </span>
            <strong>{count.toLocaleString('en')}</strong>
            <span
              className={classes.percent}
              title={previous === undefined ? undefined : say(uiTexts.chart.ofStep, { step: steps[i - 1]!.label })}
            >
              {previous === undefined || previous === 0 || count > previous
                ? ''
                : `${Math.round((count / previous) * 100)}%`}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
