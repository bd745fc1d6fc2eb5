import type { Endpoint } from '@simwright/contract/endpoint'

type LoadAgain = (endpoints: readonly Endpoint[]) => Promise<void>

let loadAgain: LoadAgain = async () => {}

/** Set by the cache of answers when it is loaded; the pages before the sign-in do without it. */
export function setAnswerCache(cache: LoadAgain): void {
  loadAgain = cache
}

/** Marks the cached answers of endpoints as stale and loads those on the page again. */
export const answersChanged: LoadAgain = (endpoints) => loadAgain(endpoints)
