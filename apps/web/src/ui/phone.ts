import { createContext, useSyncExternalStore } from 'react'

/** Narrower screens show lists as rows of two lines. CSS has the same limit: `(width < 37.5em)`, 600 px. */
const phone = matchMedia('(width < 37.5em)')

const subscribe = (onChange: () => void) => {
  phone.addEventListener('change', onChange)
  return () => phone.removeEventListener('change', onChange)
}

/** Whether the window is as narrow as a phone; renders again when that changes. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone.matches)
}

/** True within a row of two lines: identifiers that do not fit lose their middle, marked by an ellipsis. */
export const Narrow = createContext(false)

/** Where a list's secondary controls are rendered on a phone; undefined on a wider screen, null before it exists. */
export const MoreSlot = createContext<HTMLElement | null | undefined>(undefined)
