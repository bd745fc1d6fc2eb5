/** The buttons, links and tick boxes of a table row, from left to right. */
export function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button, input, select')].filter(
    (control) => !control.matches(':disabled'),
  )
}

/**
 * Keeps the controls of a table's rows out of the order of the Tab key, which enters a table only once; arrow keys reach
 * them. Also those that appear later, when another answer arrives. Returns a function that stops this.
 */
export function leaveTabOrder(table: HTMLTableElement): () => void {
  const leave = (element: HTMLElement) => {
    for (const control of controlsOf(element)) control.tabIndex = -1
  }
  for (const body of table.tBodies) leave(body)
  const observer = new MutationObserver((records) => {
    const changed = records.flatMap(({ target, addedNodes }) => (addedNodes.length > 0 ? [...addedNodes] : [target]))
    const elements = changed.filter((node) => node instanceof HTMLElement && node.closest('tbody') !== null)
    for (const element of new Set((elements as HTMLElement[]).map((one) => one.closest('tr') ?? one))) leave(element)
  })
  observer.observe(table, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => observer.disconnect()
}

/** How far an arrow key scrolls a table whose row has no further control. */
const SCROLL_PX = 120

/**
 * Moves the focus from a row or one of its controls to the next control in a direction; to the left of the first is the
 * row itself.
 */
export function moveInRow(row: HTMLElement, focused: Element, by: 1 | -1): void {
  const controls = controlsOf(row)
  const to = controls.indexOf(focused as HTMLElement) + by
  const next = to === -1 ? row : controls[to]
  if (next) next.focus()
  else row.closest('section')?.scrollBy({ left: by * SCROLL_PX })
}
