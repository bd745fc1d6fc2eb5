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
  const chosen = read('simwright.scheme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  const outline = /(?:^|; )token=/.test(document.cookie) ? 'frame' : 'card'
  root.setAttribute('data-boot', /^\/(ac|c)\//.test(location.pathname) ? 'none' : outline)
  if (read('simwright.sidebar') === 'narrow') root.setAttribute('data-sidebar', 'narrow')
  try {
    const platform = JSON.parse(read('simwright.platform') || 'null')
    if (platform && typeof platform.appName === 'string') document.title = platform.appName
    const theme = platform && JSON.parse(platform.appConfig).styleProperties.theme
    if (/^#[0-9a-f]{6}$/i.test(theme)) root.style.setProperty('--accent', theme)
  } catch {
    // A damaged cache is replaced by the server's answer.
  }
})()
