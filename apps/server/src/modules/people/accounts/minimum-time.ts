import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any code path of an answer about an address takes. */
const MINIMUM_MS = 250

/** Waits until a fixed time has passed, so that the response time does not reveal which code path ran. */
export async function withMinimumTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(MINIMUM_MS)])
  return result
}
