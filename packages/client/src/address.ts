const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * The origin of a portal. A key must not be sent in the clear over a network, so http needs a loopback host, the origin of
 * the page itself, or `allowHttp`. @throws TypeError
 */
export function portalOrigin(text: string, { allowHttp }: { allowHttp: boolean }): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.pathname !== '/' || url.search)
    throw new TypeError('Invalid address of the portal. For example https://portal.example.com.')
  const ownOrigin = (globalThis as { location?: { origin?: string } }).location?.origin
  if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname) && url.origin !== ownOrigin)
    throw new TypeError(
      `${url.origin} has no TLS: the key could be read on the way. Use https, or allow http (allowHttp, --allow-http).`,
    )
  return url.origin
}

/** @throws TypeError, without the text */
export function requireKey(text: string): string {
  if (!/^sw_[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/.test(text))
    throw new TypeError('Invalid API key: sw_, 32 hexadecimal digits, a dot and 43 characters.')
  return text
}
