import { createStore, useStoreSlice } from '../ui/store.ts'

type Unread = {
  /** Up to 100. */
  count: number
  newest: string | null
}

const unread = createStore<Unread>({ count: 0, newest: null })

/** The number of unread notices. */
export function useUnread(): number {
  return useStoreSlice(unread, ({ count }) => count)
}

/** Sets what the portal reported. Returns whether the list of notices has changed. */
export function setUnread(next: Unread): boolean {
  const before = unread.get()
  unread.set(next)
  return next.count !== before.count || next.newest !== before.newest
}
