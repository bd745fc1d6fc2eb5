import { useSeesNoGroup } from '../session/group-limit.ts'
import { frameTexts } from '../texts/frame.ts'
import classes from './PlanStrip.module.css'

/** Strip on every page of a limited member whose groups were all deleted. */
export function NoGroupStrip() {
  if (!useSeesNoGroup()) return null
  return (
    <div className={classes.strip} data-tone="warning" role="status">
      <span>{frameTexts.groupLimit.none}</span>
    </div>
  )
}
