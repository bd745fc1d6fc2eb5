import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any code path of an answer about an address; each answer takes this long. */
const EVEN_MS = 250

/** Answers after a fixed time at the earliest, so that the response time reveals nothing. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(EVEN_MS)])
  return result
}
