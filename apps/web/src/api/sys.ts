import { currentUser } from './session.ts'

/** Storage key of the short name, for the pages that an identity provider redirects to, whose paths lack it. */
const STORAGE_KEY = 'simwright.sys'

/** The storage key of the cached platform; boot.js reads it, too. */
export const cacheKeyOf = (sys: string | undefined): string => `simwright.platform ${sys ?? ''}`

/**
 * Short name of the platform of this tab: from the path before the sign-in, from the session after it. A signed-in user
 * is redirected from the sign-in pages, so the session wins over their path. It does not win over the path of a page that
 * signed-in users may open too.
 */
export function currentSys(): string | undefined {
  const { pathname } = location
  const user = currentUser()
  if (user && /^\/(?:login|signup)\b/.test(pathname)) return user.sys
  const open = /^\/(?:prices|terms|privacy)(?:\/([^/]+))?\/?$/.exec(pathname)
  if (open) return open[1] === undefined ? user?.sys : decodeURIComponent(open[1])
  const named = /^\/(?:login|signup|signerror|confirm|fgpassword|sign\/reset|invitation)(?:\/([^/]+))?\/?$/.exec(
    pathname,
  )
  if (named) {
    const sys = named[1] && named[1] !== 'reset' ? decodeURIComponent(named[1]) : undefined
    sessionStorage.setItem(STORAGE_KEY, sys ?? '')
    return sys
  }
  return user?.sys ?? (pathname.startsWith('/oauth/') ? sessionStorage.getItem(STORAGE_KEY) || undefined : undefined)
}
