/** The buttons, links and tick boxes of a table row, from left to right. */
export function controlsOf(row: HTMLElement): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a[href], button, input, select')].filter(
    (control) => !control.matches(':disabled'),
  )
}

/** Takes the controls of a row out of the order of the Tab key, which enters a table only once. Arrow keys reach them. */
export function leaveTabOrder(row: HTMLElement | null): void {
  if (row) for (const control of controlsOf(row)) control.tabIndex = -1
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
