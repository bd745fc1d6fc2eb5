/** Whether a dialog is open on top of the element: Escape closes that dialog first. */
export function isCovered(element: HTMLElement | null): boolean {
  return [...document.querySelectorAll('[role="dialog"]')].some(
    (other) => element !== null && element.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
