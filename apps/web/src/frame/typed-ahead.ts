let typed = ''

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Backspace') typed = typed.slice(0, -1)
  else if ([...event.key].length === 1) typed += event.key
  // Enter would press what has the focus on the page
  else if (event.key !== 'Enter') return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Keeps the letters that are typed from the opening of the palette until its input has the focus, which takes a while if the
 * palette is loaded or the machine is busy. Meanwhile they reach nothing on the page.
 */
export function keepTyped(): void {
  typed = ''
  addEventListener('keydown', onKey, { capture: true })
}

/** Ends `keepTyped`. @returns what was typed meanwhile */
export function takeTyped(): string {
  removeEventListener('keydown', onKey, { capture: true })
  const taken = typed
  typed = ''
  return taken
}
