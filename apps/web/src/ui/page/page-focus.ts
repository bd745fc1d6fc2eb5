/** Dialogs that return the focus themselves, and pages that set it, are faster than this. */
const WAIT_MS = 60

/** Focuses the page that has just been opened, once dialogs have returned the focus. */
export function focusOpenedPage(): void {
  setTimeout(focusPage, WAIT_MS)
}

/**
 * Focuses the title of the page, so that keyboard and screen reader continue there. Not if the page has focused something
 * itself, such as its first field, or a dialog is open.
 */
export function focusPage(): void {
  const focused = document.activeElement
  if (focused?.closest('[role="dialog"]') || focused?.parentElement?.closest('main')) return
  const start = pageStart()
  if (start) focusStart(start)
}

/** Focuses where a page begins; if that is its content, its title as soon as there is one. */
export function focusStart(start: HTMLElement): void {
  start.focus({ preventScroll: true })
  if (start.matches('main')) focusTitleWhenLoaded(start)
}

/** Where a page begins: its title, or its content as long as there is no title. */
export function pageStart(): HTMLElement | null {
  const start = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  start?.setAttribute('tabindex', '-1')
  return start
}

/** Goes on from the content to its title, unless the user has moved the focus by then. */
function focusTitleWhenLoaded(content: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement === content) pageStart()?.focus({ preventScroll: true })
  })
  observer.observe(content, { childList: true, subtree: true })
  content.addEventListener('blur', () => observer.disconnect(), { once: true })
}
