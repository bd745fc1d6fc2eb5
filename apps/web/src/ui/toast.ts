import { createStore } from '../base/store.ts'

export type ToastTone = 'info' | 'success' | 'warning' | 'error'
export type Toast = {
  id: number
  tone: ToastTone
  text: string
  requestId?: string
  /** A button in the notice. The action must also be reachable elsewhere, because the notice disappears. */
  action?: { label: string; run: () => void }
  durationMs: number
}

/** How long a notice is shown (specification, section 9). */
export const TOAST_DURATION_MS = 5000
const MAX_SHOWN = 4

/** The notices on the page, the oldest first. */
export const shownToasts = createStore<readonly Toast[]>([])
let lastId = 0

type ToastOptions = { requestId?: string; action?: Toast['action']; durationMs?: number }

function show(tone: ToastTone, text: string, options: ToastOptions = {}): void {
  const { requestId, action, durationMs = TOAST_DURATION_MS } = options
  const others = shownToasts
    .get()
    .filter((one) => one.text !== text)
    .slice(1 - MAX_SHOWN)
  lastId += 1
  shownToasts.set([...others, { id: lastId, tone, text, requestId, action, durationMs }])
}

/** Shows a notice at the top of the page. A notice with the same text is replaced. */
export const toast = {
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
}

export function dismissToast(id: number): void {
  shownToasts.set(shownToasts.get().filter((one) => one.id !== id))
}
