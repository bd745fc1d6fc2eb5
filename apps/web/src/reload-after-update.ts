/**
 * Reloads the page when one of its files is missing because the server has been updated since the page was opened. With
 * the same build, or without a connection, a reload would not help: the error is shown.
 */
export function reloadAfterUpdate(): void {
  addEventListener('vite:preloadError', async () => {
    const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
    if (answer?.ok && isOtherBuild(await answer.text(), ownScripts())) location.reload()
  })
}

const ownScripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => new URL(src).pathname,
  )

/** Whether the server's page names other scripts than those of the open page. */
export const isOtherBuild = (page: string, scripts: readonly string[]): boolean =>
  scripts.some((path) => !page.includes(`"${path}"`))
