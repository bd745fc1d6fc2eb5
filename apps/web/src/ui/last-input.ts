/** Keys that change what others do, and say nothing about how the user moves. */
const MODIFIERS = ['Control', 'Shift', 'Alt', 'Meta']

/**
 * Marks the document with the kind of input that was used last: `data-input` is "pointerdown" or "keydown". Browsers show
 * the ring of what a script focuses also after a click and when a page loads; for titles the style sheet hides it then.
 */
export function noteInput(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      (event) => {
        if (event instanceof KeyboardEvent && MODIFIERS.includes(event.key)) return
        document.documentElement.dataset.input = type
      },
      true,
    )
}
