import { loadPlatform, platform, sysParam } from '../brand/platform.ts'
import { currentSys } from '../brand/sys.ts'
import { pages, publicPages } from '../paths.ts'
import { router } from '../router.tsx'
import { isIdle } from './activity.ts'
import { forgetPermissions } from './permission.tsx'
import { secondFactorNeeded } from './proof.ts'
import { endSession, isSignedIn, onSessionChange, type SessionEnd } from './session.ts'

const LOOK_EVERY_MS = 30_000

/** Opens the sign-in page when a session ends, in any tab and for any reason, and ends a session that is idle. */
export function watchSession(): void {
  onSessionChange((end) => void follow(end))
  secondFactorNeeded.listen(() => {
    if (router.state.location.pathname !== pages.security.path) void router.navigate({ to: pages.security.path })
  })
  const look = () => isSignedIn() && isIdle() && endSession('idle')
  setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', look)
}

async function follow(end: SessionEnd | undefined): Promise<void> {
  forgetPermissions()
  if (end === undefined) {
    const sys = currentSys()
    if (sys !== undefined && sys !== platform().sys) await loadPlatform(sys)
    return router.invalidate()
  }
  const { pathname, href } = router.state.location
  const isBehindSignIn = router.state.matches.some((match) => match.routeId.startsWith('/frame'))
  if (!isBehindSignIn) return
  const target = end === 'signed-out' || pathname === '/' ? undefined : href
  await router.navigate({
    to: publicPages.login.path,
    params: sysParam(),
    search: { ...(end === 'signed-out' ? {} : { reason: end }), ...(target ? { target } : {}) },
  })
}
