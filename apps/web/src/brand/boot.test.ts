import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { cacheKeyOf, currentSys } from '../api/sys.ts'

const boot = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8')

const storage = (items: Map<string, string>) => ({
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
})

const user = { userId: 'u', firstName: 'Ada', lastName: 'Lovelace', companyName: 'Nord', email: 'ada@example.com' }
const token = (sys: string) => {
  const payload = { ...user, enterpriseId: 'e', sid: 's', exp: 1, sys }
  return `token=a.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_')}.c`
}

type Opened = { pathname: string; cookie?: string; remembered?: string }

/** Opens a page: the address, the cookies, and what this browser has stored. */
function open({ pathname, cookie = '', remembered }: Opened) {
  const local = new Map<string, string>()
  const session = new Map<string, string>(remembered ? [['simwright.sys', remembered]] : [])
  const accents: string[] = []
  const documentElement = {
    setAttribute: () => {},
    style: { setProperty: (_name: string, value: string) => void accents.push(value) },
  }
  const document = { cookie, documentElement, title: '' }
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('document', document)
  vi.stubGlobal('localStorage', storage(local))
  vi.stubGlobal('sessionStorage', storage(session))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  return { local, accents, document }
}

afterEach(() => vi.unstubAllGlobals())

const style = { styleProperties: { theme: '#0f766e' } }

test.each<Opened>([
  { pathname: '/home', cookie: token('alba') },
  { pathname: '/login', cookie: '' },
  { pathname: '/login/alba' },
  { pathname: '/login/brio', cookie: token('alba') },
  { pathname: '/signup/alba/' },
  { pathname: '/sign/reset' },
  { pathname: '/sign/reset/alba' },
  { pathname: '/prices/alba', cookie: token('brio') },
  { pathname: '/prices', cookie: token('brio') },
  { pathname: '/oauth/return/x', remembered: 'alba' },
  { pathname: '/ac/some-slug' },
])('the first paint of $pathname has the remembered accent and title of its platform', (opened) => {
  const { local, accents, document } = open(opened)
  local.set(cacheKeyOf(currentSys()), JSON.stringify({ appName: 'Alba', appConfig: JSON.stringify(style) }))
  // biome-ignore lint/security/noGlobalEval: runs the script as the page does
  globalThis.eval(boot)
  expect([accents, document.title]).toEqual([['#0f766e'], 'Alba'])
})
