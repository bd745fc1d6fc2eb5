const FIRST_PAUSE_MS = 5
const MAX_PAUSE_MS = 100

/**
 * What has not happened after so many pauses, 45 s on an idle machine, does not happen. No limit of time: a busy machine
 * makes each pause longer, and nothing that is waited for happens outside of the page.
 */
const MAX_PAUSES = 500

/** Calls `find` until it returns a value, with growing pauses; undefined if it never does. */
export async function poll<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T | undefined> {
  let pauseMs = FIRST_PAUSE_MS
  let pauses = 0
  while (pauses < MAX_PAUSES) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    pauseMs = Math.min(pauseMs * 1.1, MAX_PAUSE_MS)
    pauses++
  }
  return undefined
}
