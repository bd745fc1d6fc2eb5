export type ToastTone = 'info' | 'success' | 'warning' | 'error'
export type Toast = {
  id: number
  tone: ToastTone
  text: string
  requestId?: string
  /** A button in the notice; the same must be reachable elsewhere, for the notice goes by itself. */
  action?: { label: string; run: () => void }
  durationMs: number
}

/** How long a notice stays (specification, section 9). */
export const TOAST_DURATION_MS = 5000
const MOST_AT_ONCE = 4

let shown: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

type ToastOptions = { requestId?: string; action?: Toast['action']; durationMs?: number }

function show(tone: ToastTone, text: string, options: ToastOptions = {}): void {
  const { requestId, action, durationMs = TOAST_DURATION_MS } = options
  const others = shown.filter((one) => one.text !== text).slice(1 - MOST_AT_ONCE)
  lastId += 1
  set([...others, { id: lastId, tone, text, requestId, action, durationMs }])
}

/** Notices at the top of the page. Info is in the primary colour. */
export const toast = {
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
}

export function dismissToast(id: number): void {
  set(shown.filter((one) => one.id !== id))
}

export function shownToasts(): readonly Toast[] {
  return shown
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: readonly Toast[]): void {
  shown = next
  for (const tell of listeners) tell()
}
