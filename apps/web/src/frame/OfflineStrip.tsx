import { useIsOffline } from '../api/connection.ts'
import { frameTexts } from '../texts/frame.ts'
import classes from './PlanStrip.module.css'

/** Strip on every page while the portal cannot be reached. Calls that failed are made again when it is back. */
export function OfflineStrip() {
  const isOffline = useIsOffline()
  return (
    <div role="status">
      {isOffline && (
        <div className={classes.strip} data-tone="warning">
          <span>{frameTexts.offline}</span>
        </div>
      )}
    </div>
  )
}
