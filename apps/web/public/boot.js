// Runs before the first paint: sets the color scheme, the remembered accent and title, and which outline to show while loading.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  /** The short name of the platform, by the rules of `currentSys` (api/sys.ts), which a test compares with these. */
  const sysOfPage = () => {
    const { pathname } = location
    const user = sysOfUser()
    if (user !== undefined && /^\/(?:login|signup)\b/.test(pathname)) return user
    const open = /^\/(?:prices|terms|privacy)(?:\/([^/]+))?\/?$/.exec(pathname)
    if (open) return open[1] === undefined ? user : decodeURIComponent(open[1])
    const named = /^\/(?:login|signup|signerror|confirm|fgpassword|sign\/reset|invitation)(?:\/([^/]+))?\/?$/.exec(
      pathname,
    )
    if (named) return named[1] && named[1] !== 'reset' ? decodeURIComponent(named[1]) : undefined
    return user ?? (pathname.startsWith('/oauth/') ? sessionStorage.getItem('simwright.sys') || undefined : undefined)
  }
  /** The platform of the signed-in user, from the payload of the session token. */
  const sysOfUser = () => {
    const token = /(?:^|; )token=([^;]*)/.exec(document.cookie)?.[1]
    const middle = token && decodeURIComponent(token).split('.')[1]
    return middle ? JSON.parse(atob(middle.replace(/-/g, '+').replace(/_/g, '/'))).sys : undefined
  }
  const chosen = read('simwright.scheme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  const outline = /(?:^|; )token=/.test(document.cookie) ? 'frame' : 'card'
  root.setAttribute('data-boot', /^\/(ac|c)\//.test(location.pathname) ? 'none' : outline)
  if (read('simwright.sidebar') === 'narrow') root.setAttribute('data-sidebar', 'narrow')
  try {
    const platform = JSON.parse(read(`simwright.platform ${sysOfPage() ?? ''}`) || 'null')
    if (platform && typeof platform.appName === 'string') document.title = platform.appName
    const theme = platform && JSON.parse(platform.appConfig).styleProperties.theme
    if (/^#[0-9a-f]{6}$/i.test(theme)) root.style.setProperty('--accent', theme)
  } catch {
    // A damaged cache is replaced by the server's answer.
  }
})()
