import { createSignal } from '../base/store.ts'

/** A call that became a request for the approval of a second person: what the server says, and the request. */
export type AskedApproval = { text: string; requestId: string }

/** Emitted when a call of the user needs approval, also one whose failure its page shows. */
export const approvalNeeded = createSignal<AskedApproval>()
