import { createStore, useStore } from './store.ts'

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const KEY = 'simwright.timeZone'

const current = createStore(known(chosenZone()))

/** The time zone stored in this browser; null if there is none or storage is unavailable. */
function chosenZone(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The zone if this browser knows it, else the browser's. */
function known(zone: string | null): string {
  if (zone === null) return browserZone
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }) && zone
  } catch {
    return browserZone
  }
}

/** The time zone of all displayed times: the user's choice, else the browser's. */
export const timeZone = current.get

/** `timeZone`; renders again when it changes. */
export const useTimeZone = (): string => useStore(current)

/** Sets the time zone of all displayed times; null selects the browser's. */
export function setTimeZone(zone: string | null): void {
  if (zone === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, zone)
  current.set(known(zone))
}
