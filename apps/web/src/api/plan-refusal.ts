import { createSignal } from '../base/store.ts'

/** What the plan does not allow, in words; undefined if the page shows the words. */
export type PlanRefusal = { text: string | undefined }

/** Emitted when a call of the user is refused because of the plan. */
export const planRefused = createSignal<PlanRefusal>()
