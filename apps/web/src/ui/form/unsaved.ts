import { useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isSamePage } from '../../base/url.ts'
import { uiTexts } from '../../texts/ui.ts'
import { confirm } from '../overlay/confirm.ts'

/**
 * Asks for confirmation before the user leaves the page with unsaved changes. `isSaved`: whether they were saved since the
 * last rendering.
 */
export function useUnsavedGuard(isDirty: boolean, isSaved: () => boolean = () => false): void {
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: async ({ current, next }) => {
      if (isSaved() || isSamePage(current, next)) return false
      return !(await confirmDiscard(uiTexts.form.unsavedText))
    },
  })
}

function confirmDiscard(text: string): Promise<boolean> {
  const { unsavedTitle: title, discard: proceed, keepEditing: refuse } = uiTexts.form
  return confirm({ title, text, proceed, refuse, tone: 'danger' })
}

export type DialogGuard = {
  /** Closes the dialog; asks first if its form has unsaved changes. */
  close: () => void
  /** Closes the dialog after its form was saved. */
  finish: () => void
  setDirty: (isDirty: boolean) => void
}

/**
 * Asks for confirmation before a dialog is closed, or its page left, with unsaved changes. The form in the dialog
 * reports them with `useDialogDirty`.
 */
export function useDialogGuard(onClose: () => void): DialogGuard {
  const [isDirty, setIsDirty] = useState(false)
  // a close right after an input comes before the next rendering
  const latest = useRef(false)
  const isAsking = useRef(false)
  useUnsavedGuard(isDirty, () => !latest.current)
  const setDirty = useCallback((next: boolean) => {
    latest.current = next
    setIsDirty(next)
  }, [])
  const finish = () => {
    setDirty(false)
    onClose()
  }
  const close = async () => {
    if (isAsking.current) return
    if (!latest.current) return onClose()
    isAsking.current = true
    // an Escape key reaches all open dialogs: the one that opens the question must not close it, nor the one that
    // closes it ask again
    await nextTask()
    const isDiscarded = await confirmDiscard(uiTexts.form.unsavedDialogText)
    await nextTask()
    isAsking.current = false
    // a dialog in the page address closes by a navigation, which asks no second time
    if (isDiscarded) finish()
  }
  return { close: () => void close(), finish, setDirty }
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Tells the dialog whether the entries of its form, as JSON, differ from those when it opened. */
export function useDialogEntries(guard: DialogGuard, entries: unknown): void {
  const entered = JSON.stringify(entries)
  const [initial] = useState(entered)
  useDialogDirty(guard, entered !== initial)
}

/** Tells the dialog whether its form has unsaved changes. */
export function useDialogDirty({ setDirty }: DialogGuard, isDirty: boolean): void {
  useEffect(() => {
    setDirty(isDirty)
    return () => setDirty(false)
  }, [isDirty, setDirty])
}
