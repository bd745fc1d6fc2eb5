import { resetActivity } from './activity.ts'
import { notifySessionStart } from './session.ts'

/** Begins the session whose cookies the server has just set, in all tabs. */
export function beginSession(): void {
  resetActivity()
  notifySessionStart()
}
