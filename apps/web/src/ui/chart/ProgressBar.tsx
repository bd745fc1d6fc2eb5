import { formatDuration } from '../../base/time.ts'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import { Row } from '../layout/layout.tsx'
import classes from './ProgressBar.module.css'

type ProgressBarProps = {
  label: string
  total: number
  succeeded: number
  failed?: number
  /** Estimated time left, if known. */
  leftMs?: number
  /** `thin`: the bar alone, in a table. */
  size?: 'normal' | 'thin'
}

/** Progress of a job: succeeded, failed and remaining, with counts. */
export function ProgressBar({ label, total, succeeded, failed = 0, leftMs, size = 'normal' }: ProgressBarProps) {
  const done = succeeded + failed
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`
  return (
    <div className={classes.progress} data-size={size}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={say(uiTexts.progress.counts, { done, total })}
      >
        <div className={classes.succeeded} style={{ width: share(succeeded) }} />
        <div className={classes.failed} style={{ width: share(failed) }} />
      </div>
      {size === 'normal' && (
        <Row gap={12} align="stretch" justify="between" nowrap mt={6} className="muted size-small figures">
          <span>{say(uiTexts.progress.counts, { done, total })}</span>
          {leftMs !== undefined && (
            <span>
              {leftMs < 1000
                ? uiTexts.progress.lessThanSecond
                : say(uiTexts.progress.left, { time: formatDuration(leftMs) })}
            </span>
          )}
        </Row>
      )}
    </div>
  )
}
