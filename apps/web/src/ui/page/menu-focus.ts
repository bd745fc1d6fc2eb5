/**
 * Focuses the button of a menu before a menu item runs its action: the item is removed with its menu, so a dialog that
 * the action opens can only return the focus to the button. Returns a function that stops this.
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
