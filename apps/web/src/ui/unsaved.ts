import { useBlocker } from '@tanstack/react-router'
import { uiTexts } from '../texts/ui.ts'
import { confirm } from './confirm.ts'

/** Asks before the page is left with changes that are not saved. */
export function useUnsavedGuard(isDirty: boolean): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async () => {
      const { unsavedTitle, unsavedText, leave } = uiTexts.form
      return !(await confirm({ title: unsavedTitle, text: unsavedText, proceed: leave }))
    },
  })
}
