const ATTRIBUTE = 'data-mantine-color-scheme'

/** Prints in light colors, whatever the scheme on screen; afterwards the page looks as before. */
export function printInLight(): void {
  const root = document.documentElement
  let scheme: string | null = null
  window.addEventListener('beforeprint', () => {
    scheme = root.getAttribute(ATTRIBUTE)
    root.setAttribute(ATTRIBUTE, 'light')
  })
  window.addEventListener('afterprint', () => {
    if (scheme !== null) root.setAttribute(ATTRIBUTE, scheme)
  })
}
