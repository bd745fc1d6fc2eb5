import { currentUser } from '../session/session.ts'

/** Pages that are visited on the way through a provider carry no short name: this tab remembers it. */
const KEPT = 'simwright.sys'

/**
 * Which platform this tab speaks to: named by the path before the sign-in, by the session behind it. Who is signed in is
 * led on from a sign-in page at once, whatever platform that names.
 */
export function currentSys(): string | undefined {
  const { pathname } = location
  const user = currentUser()
  if (user && /^\/(?:login|signup)\b/.test(pathname)) return user.sys
  const named = /^\/(?:login|signup|signerror|confirm|fgpassword|sign\/reset|invitation)(?:\/([^/]+))?\/?$/.exec(
    pathname,
  )
  if (named) {
    const sys = named[1] && named[1] !== 'reset' ? decodeURIComponent(named[1]) : undefined
    sessionStorage.setItem(KEPT, sys ?? '')
    return sys
  }
  return user?.sys ?? (pathname.startsWith('/oauth/') ? sessionStorage.getItem(KEPT) || undefined : undefined)
}
