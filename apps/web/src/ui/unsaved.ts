import { useBlocker } from '@tanstack/react-router'
import { uiTexts } from '../texts/ui.ts'
import { confirm } from './confirm.ts'
import { isSamePage } from './url.ts'

/** Asks for confirmation before the user leaves the page with unsaved changes. */
export function useUnsavedGuard(isDirty: boolean): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (isSamePage(current, next)) return false
      const { unsavedTitle: title, unsavedText: text, discard: proceed, keepEditing: refuse } = uiTexts.form
      return !(await confirm({ title, text, proceed, refuse, tone: 'danger' }))
    },
  })
}
