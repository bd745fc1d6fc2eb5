import { useEffect } from 'react'
import { createStore } from '../base/store.ts'

/** Whether the dialog of the keyboard shortcuts is open. */
export const shortcutsOpen = createStore(false)

/**
 * Opens the keyboard shortcuts when the user types a question mark outside an input. They close with the frame, or they
 * would cover the page of who signs in next.
 */
export function useShortcutsKey(): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (key !== '?' || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]')) return
      shortcutsOpen.set(true)
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      shortcutsOpen.set(false)
    }
  }, [])
}
