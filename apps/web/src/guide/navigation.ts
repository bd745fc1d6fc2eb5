/** Opens and closes the contents on narrow screens, and shows the entry of the current page. */
export function openNavigation(): void {
  const navigation = document.querySelector<HTMLElement>('#navigation')
  const button = document.querySelector<HTMLButtonElement>('button.menu')
  if (navigation === null || button === null) return
  const open = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen))
    navigation.toggleAttribute('data-open', isOpen)
  }
  navigation.setAttribute('data-folds', '')
  button.hidden = false
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return
    open(false)
    button.focus()
  })
  const current = navigation.querySelector<HTMLElement>('[aria-current]')
  if (current !== null) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2
}
