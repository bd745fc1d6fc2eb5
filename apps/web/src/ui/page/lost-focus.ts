import { focusStart, pageStart } from './page-focus.ts'

/** Rows that the Tab key reaches, then buttons and links: not inputs, which may open a list when they get the focus. */
const TARGETS = ['tr[tabindex="0"]', ':is(button:not(:disabled), a[href]):not([tabindex="-1"])'] as const

/** Dialogs, drawers and pages that return or set the focus themselves are faster than this. */
const WAIT_MS = 60

/** An element that a keyboard user focused, and what contained it, from the inside out. */
type Focus = { element: Element; around: readonly Element[] }

/**
 * Gives the focus back to keyboard users when the element that has it disappears, is hidden or is disabled: to the element
 * once it is there again, else to what is left around it, such as the next button of a bar whose first one has gone. After a
 * dialog it is what is around the element that opened the dialog. Returns a function that stops this.
 */
export function keepFocus(): () => void {
  let last: Focus | undefined
  let outside: Focus | undefined
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target.matches(':focus-visible') ? { element: target, around: ancestors(target) } : undefined
    if (!target.closest('[aria-modal="true"]')) outside = last
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof Element)) return
    // nobody leaves a dialog for nothing: it is closing, and may stay for a moment
    if (target.closest('[aria-modal="true"]')) return
    // an element that stays was left on purpose; one that is being removed is still there at this moment
    setTimeout(() => {
      if (target === last?.element && canFocus(target)) last = undefined
    })
  }
  const restore = () => {
    if (last === undefined || document.activeElement !== document.body) return
    const target = leftOf(last) ?? (outside && leftOf(outside)) ?? pageStart()
    if (target && canFocus(target)) focusStart(target as HTMLElement)
  }
  let timer: ReturnType<typeof setTimeout>
  const observer = new MutationObserver(() => {
    if (last === undefined || document.activeElement !== document.body) return
    clearTimeout(timer)
    timer = setTimeout(restore, WAIT_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'style'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}

const canFocus = (element: Element) => element.checkVisibility() && !element.matches(':disabled')

/** Up to the dialog that contains the element: the page around a dialog is not what a user of the dialog has left. */
function ancestors(element: Element): Element[] {
  const { parentElement } = element
  if (parentElement === null || parentElement === document.body || element.matches('[aria-modal="true"]')) return []
  return [parentElement, ...ancestors(parentElement)]
}

/** What can have the focus in the innermost container that is still there; the page's title at last. */
function leftOf({ element, around }: Focus): Element | undefined {
  if (element.isConnected) return element
  for (const container of around.filter((one) => one.isConnected)) {
    if (container.matches('main')) return pageStart() ?? undefined
    for (const target of TARGETS) {
      const found = [...container.querySelectorAll(target)].find((one) => one.checkVisibility())
      if (found) return found
    }
  }
  return undefined
}
