/**
 * Marks the document with the kind of input that was used last: `data-input` is "pointerdown" or "keydown". Browsers show
 * the ring of what a script focuses also after a click and when a page loads; for titles the style sheet hides it then.
 */
export function noteInput(): void {
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      () => {
        document.documentElement.dataset.input = type
      },
      true,
    )
}
