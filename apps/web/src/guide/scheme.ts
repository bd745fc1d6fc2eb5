import { accentOf, accentTokens, type Scheme } from '../brand/accent.ts'
import { guideTexts } from './guide-texts.ts'

const ATTRIBUTE = 'data-mantine-color-scheme'
/** The page cannot store anything, so links between pages carry the chosen scheme. */
const PARAMETER = 'theme'

const chosen = (): Scheme | undefined => {
  const value = new URLSearchParams(location.search).get(PARAMETER)
  return value === 'light' || value === 'dark' ? value : undefined
}

const preferred = (): Scheme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

/** Sets the scheme of the address, else that of the system, with the accent of the platform. */
export function setScheme(scheme: Scheme = chosen() ?? preferred()): void {
  const root = document.documentElement
  root.setAttribute(ATTRIBUTE, scheme)
  const accent = document.querySelector('meta[name="accent"]')?.getAttribute('content')?.split(' ') ?? []
  const shade = Number(accent.pop())
  if (accent.length <= shade) return
  for (const [name, color] of Object.entries(accentTokens(accentOf(accent, shade, scheme))))
    root.style.setProperty(name, color)
}

/** Shows the button that changes the scheme; pages that are opened from here keep it. */
export function connectSchemeButton(): void {
  const button = document.querySelector<HTMLButtonElement>('button.scheme')
  if (button === null) return
  const show = () => {
    const isDark = document.documentElement.getAttribute(ATTRIBUTE) === 'dark'
    button.textContent = isDark ? guideTexts.toLight : guideTexts.toDark
    button.dataset.next = isDark ? 'light' : 'dark'
  }
  button.addEventListener('click', () => {
    const next = button.dataset.next === 'dark' ? 'dark' : 'light'
    history.replaceState(null, '', withScheme(location.href, next))
    setScheme(next)
    show()
  })
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    const scheme = chosen()
    if (scheme !== undefined && link !== null && /^\/docs(\/|$)/.test(link.pathname))
      link.href = withScheme(link.href, scheme)
  })
  show()
  button.hidden = false
}

function withScheme(address: string, scheme: Scheme): string {
  const url = new URL(address)
  url.searchParams.set(PARAMETER, scheme)
  return url.href
}
