import { Modal, type ModalProps } from '@mantine/core'
import { uiTexts } from '../../texts/ui.ts'
import { useOpening } from '../opening.ts'

/**
 * A dialog with a title and a close button. When it opens, the focus is on the element with `data-autofocus`, else on
 * its first input, else on its first button or link; the close button is the last resort. An input that is loaded later
 * gets the focus, unless the user has moved it into the content.
 */
export function Dialog({ children, opened, onClose, ...props }: ModalProps) {
  const { key, isMounted, isOpen, ref, close } = useOpening(opened, onClose)
  if (!isMounted) return null
  return (
    <Modal
      key={key}
      ref={ref}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      opened={isOpen}
      onClose={close}
      {...props}
    >
      <div ref={focusFirst}>{children}</div>
    </Modal>
  )
}

const INPUTS = ':is(input:not([type="hidden"], [type="file"]), select, textarea):not(:disabled)'
const BUTTONS = ':is(button:not(:disabled), a[href])'

function focusFirst(content: HTMLElement | null): (() => void) | undefined {
  if (content === null || markFirstFocus(content)) return undefined
  const observer = new MutationObserver(() => {
    const first = content.querySelector<HTMLElement>(INPUTS)
    if (first === null) return
    observer.disconnect()
    first.setAttribute('data-autofocus', '')
    if (!content.contains(document.activeElement)) first.focus()
  })
  observer.observe(content, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Marks the element that the library's focus trap focuses. @returns whether there is one */
function markFirstFocus(content: HTMLElement): boolean {
  if (content.querySelector('[data-autofocus]')) return true
  const input = content.querySelector(INPUTS)
  // of radio buttons the chosen one, as with the Tab key
  const chosen = input?.matches('[type="radio"]:not(:checked)') ? content.querySelector('[type="radio"]:checked') : null
  const first = chosen ?? input ?? content.querySelector(BUTTONS)
  first?.setAttribute('data-autofocus', '')
  return first !== null
}
