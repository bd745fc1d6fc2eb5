/** A user without a request or a navigation in any tab for this long is signed out (specification, section 4). */
export const IDLE_LIMIT_MS = 2 * 60 * 60 * 1000

const KEY = 'simwright.activity'
const WRITE_EVERY_MS = 2000
let lastWriteMs = 0

/** Records a request or a navigation of the user. Background calls must not call this. */
export function noteActivity(nowMs = Date.now()): void {
  if (nowMs - lastWriteMs < WRITE_EVERY_MS) return
  lastWriteMs = nowMs
  localStorage.setItem(KEY, String(nowMs))
}

/** Restarts the idle time, at sign-in. */
export function resetActivity(nowMs = Date.now()): void {
  lastWriteMs = nowMs
  localStorage.setItem(KEY, String(nowMs))
}

/** Whether the user has been idle for longer than the limit. */
export function isIdle(nowMs = Date.now()): boolean {
  const last = Number(localStorage.getItem(KEY))
  return Number.isFinite(last) && last > 0 && nowMs - last > IDLE_LIMIT_MS
}
