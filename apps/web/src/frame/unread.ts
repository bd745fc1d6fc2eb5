import { useSyncExternalStore } from 'react'

type Unread = {
  /** Up to 100. */
  count: number
  newest: string | null
}

const none: Unread = { count: 0, newest: null }
const listeners = new Set<() => void>()
let unread = none

/** How many notices wait to be read. */
export function useUnread(): number {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => unread.count,
  )
}

/** Takes over what the portal says. Answers whether the list of notices is another one than before. */
export function holdUnread(next: Unread): boolean {
  const isOther = next.count !== unread.count || next.newest !== unread.newest
  unread = next
  for (const tell of listeners) tell()
  return isOther
}
