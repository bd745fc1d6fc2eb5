import { createStore, useStoreSlice } from '../base/store.ts'

type Unread = {
  /** The server counts up to 100. */
  count: number
  newest: string | null
}

const unread = createStore<Unread>({ count: 0, newest: null })

/** Number of unread notifications. */
export function useUnread(): number {
  return useStoreSlice(unread, ({ count }) => count)
}

/** Sets the state that the server reported. Returns whether the list of notifications has changed. */
export function setUnread(next: Unread): boolean {
  const before = unread.get()
  unread.set(next)
  return next.count !== before.count || next.newest !== before.newest
}
