import { createStore } from '../base/store.ts'

/** Whether the last call got no answer from the portal: no network, or no server. */
export const isUnreachable = createStore(false)
