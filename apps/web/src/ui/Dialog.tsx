import { Modal, type ModalProps } from '@mantine/core'
import { uiTexts } from '../texts/ui.ts'

/**
 * A dialog with a title and a close button. When it opens, the focus is on the element with `data-autofocus`, else on
 * its first input, else on its first button or link; the close button is the last resort.
 */
export function Dialog({ children, ...props }: ModalProps) {
  return (
    <Modal closeButtonProps={{ 'aria-label': uiTexts.close }} {...props}>
      <div ref={markFirstFocus}>{children}</div>
    </Modal>
  )
}

const INPUTS = ':is(input:not([type="hidden"], [type="file"]), select, textarea):not(:disabled)'
const BUTTONS = ':is(button:not(:disabled), a[href])'

/** Marks the element that the library's focus trap focuses. */
function markFirstFocus(content: HTMLElement | null): void {
  if (content === null || content.querySelector('[data-autofocus]')) return
  const first = content.querySelector(INPUTS) ?? content.querySelector(BUTTONS)
  first?.setAttribute('data-autofocus', '')
}
