import { type RefObject, useEffect, useRef, useState } from 'react'

type Opening = {
  /**
   * The `key` of the dialog, another one for each opening. All dialogs are children of one element, to which each opening
   * so appends its dialog: what was opened last is above the others.
   */
  key: number
  /** False until the dialog is opened for the first time: there is nothing to render. */
  isMounted: boolean
  isOpen: boolean
  /** The root of the dialog. */
  ref: RefObject<HTMLDivElement | null>
  /** Closes the dialog, unless another one is open above it: the Escape key reaches both. */
  close: () => void
}

/**
 * Mounts a dialog when it is opened, not with its page: a closed dialog has a dozen components. It is mounted closed and
 * then opened, so that the opening is animated and the focus returns to where it was; a dialog that is open when its page
 * is mounted, as one in the address, is shown at once. After it is closed it stays mounted, so that closing is animated.
 */
export function useOpening(isOpen: boolean, onClose: () => void): Opening {
  const ref = useRef<HTMLDivElement>(null)
  const [key, setKey] = useState(isOpen ? 1 : 0)
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [shownKey, setShownKey] = useState(key)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setKey(key + 1)
  }
  // in a task of its own: the closed dialog is in the document before it opens
  useEffect(() => queueMicrotask(() => setShownKey(key)), [key])
  const close = () => {
    if (!isCovered(ref.current)) onClose()
  }
  return { key, isMounted: key > 0, isOpen: isOpen && shownKey === key, ref, close }
}

/** Whether a dialog was opened after the one that contains this element; a closed sheet keeps its content, unseen. */
export function isCovered(element: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some(
    (other) =>
      element !== null &&
      element.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING &&
      other.checkVisibility(),
  )
}
