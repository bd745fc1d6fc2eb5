import { onSessionChange } from '../api/session.ts'
import { createStore, useStoreSlice } from '../base/store.ts'

type Unread = {
  /** The server counts up to 100. */
  count: number
  newest: string | null
  /** Requests that wait for the user's approval; the server counts up to 100. */
  approvals: number
}

/** Until the server reports. */
export const NOTHING_UNREAD: Unread = { count: 0, newest: null, approvals: 0 }
const unread = createStore<Unread>(NOTHING_UNREAD)

// another user may sign in next in this tab
onSessionChange((end) => {
  if (end !== undefined) unread.set(NOTHING_UNREAD)
})

/** Number of unread notifications. */
export function useUnread(): number {
  return useStoreSlice(unread, ({ count }) => count)
}

/** Number of requests that the user may approve now. */
export function useWaitingApprovals(): number {
  return useStoreSlice(unread, ({ approvals }) => approvals)
}

/** Sets the state that the server reported. Returns whether the list of notifications has changed. */
export function setUnread(next: Unread): boolean {
  const before = unread.get()
  unread.set(next)
  return next.count !== before.count || next.newest !== before.newest
}
