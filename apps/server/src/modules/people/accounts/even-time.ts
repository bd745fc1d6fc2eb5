import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any of the ways that an answer about an address can take; each of them lasts as long. */
const EVEN_MS = 250

/** Answers no sooner than after a fixed time, so that the time tells nothing. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(EVEN_MS)])
  return result
}
