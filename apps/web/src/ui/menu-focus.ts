/**
 * A menu's entry goes with its menu. The button that opened the menu has the focus before the entry does its action, so
 * that a dialog which the action opens gives the focus back to it.
 */
export function keepMenuFocus(): () => void {
  const onClick = ({ target }: MouseEvent) => {
    const menu = target instanceof Element ? target.closest('[role=menuitem]')?.closest('[role=menu]') : undefined
    const opener = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
    opener?.focus({ preventScroll: true })
  }
  document.addEventListener('click', onClick, true)
  return () => document.removeEventListener('click', onClick, true)
}
