import { isIdle } from './api/activity.ts'
import { endSession, isSignedIn, onSessionChange, type SessionEnd } from './api/session.ts'
import { secondFactorNeeded } from './api/step-up.ts'
import { currentSys } from './api/sys.ts'
import { loadPlatform, platform, sysParam } from './brand/platform.ts'
import { isOwnPage, linkTo, pages, publicPages } from './paths.ts'
import { router } from './router.tsx'
import { forgetPermissions, setLacksSecondFactor } from './session/permission.tsx'

const IDLE_CHECK_MS = 30_000

/** Opens the sign-in page when a session ends in any tab, and ends an idle session. */
export function watchSession(): void {
  onSessionChange((end) => void onChange(end))
  secondFactorNeeded.listen(() => {
    setLacksSecondFactor(true)
    const { pathname, href } = router.state.location
    if (!isOwnPage(pathname)) void router.navigate(linkTo(pages.secondFactor, { search: { target: href } }))
  })
  const endIfIdle = () => isSignedIn() && isIdle() && endSession('idle')
  setInterval(endIfIdle, IDLE_CHECK_MS)
  document.addEventListener('visibilitychange', endIfIdle)
}

async function onChange(end: SessionEnd | undefined): Promise<void> {
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
