import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ProxyHeader, TrustProxy } from '../setting-value.ts'
import { addressList, isListed, parseIpAddress } from './ip-address.ts'

/** The client of a request, as far as the proxies in front of the server are trusted. */
export type RequestClient = {
  /** In the spelling of `parseIpAddress`. */
  address: string
  /** The host that the client called. */
  host: string
}

export type ProxySettings = { trustProxy: TrustProxy; proxyHeader: ProxyHeader }

/** One proxy's report: texts as sent; undefined if it does not say. */
type Hop = { for: string | undefined; host?: string | undefined }

/** Sets `request.client`. Only the header of the setting is read, because a client can send the others. */
export function readClients(app: FastifyInstance, settings: ProxySettings): void {
  const clientOf = clientReader(settings)
  app.decorateRequest('client', {
    getter() {
      return clientOf(this.raw)
    },
  })
}

/**
 * Reads who sent a request. Without trusted proxies it is the peer of the connection. Each trusted proxy appends the
 * address that called it, so they are read from the last to the first, until one that is not trusted. An unreadable
 * entry counts as the address of the proxy that wrote it.
 */
export function clientReader({ trustProxy, proxyHeader }: ProxySettings): (request: IncomingMessage) => RequestClient {
  const isTrusted = trustOf(trustProxy)
  const hopsOf = proxyHeader === 'forwarded' ? hopsOfForwarded : hopsOfForwardedFor
  return ({ headers, socket }) => {
    const peer = parseIpAddress(socket.remoteAddress ?? '') ?? ''
    const host = headers.host ?? ''
    if (!isTrusted(peer, 0)) return { address: peer, host }
    const hops = hopsOf(headers).reverse()
    return { address: addressOf(peer, hops, isTrusted), host: hops[0]?.host ?? host }
  }
}

type Trust = (address: string, hop: number) => boolean

function addressOf(peer: string, hops: readonly Hop[], isTrusted: Trust): string {
  let address = peer
  for (const [index, hop] of hops.entries()) {
    if (!isTrusted(address, index)) break
    const named = parseIpAddress(hop.for ?? '')
    // what is before an unreadable entry may come from the client: only the number of proxies says that it does not
    if (named === undefined && !isTrusted('', index + 1)) break
    address = named ?? address
  }
  return address
}

/** Whether a hop is trusted; hop 0 is the peer of the connection. */
function trustOf(trust: TrustProxy): Trust {
  if (trust === false) return () => false
  if (typeof trust === 'number') return (_address, hop) => hop < trust
  const list = addressList(trust)
  return (address) => isListed(list, address)
}

type Headers = IncomingMessage['headers']

/** Node joins repeated headers with a comma. */
const textOf = (header: string | string[] | undefined) => [header ?? ''].flat().join(',')

function hopsOfForwardedFor(headers: Headers): Hop[] {
  const text = textOf(headers['x-forwarded-for'])
  const addresses = text.trim() === '' ? [] : text.split(',').map((entry) => unquoted(entry.trim()))
  const host = textOf(headers['x-forwarded-host']).split(',').at(-1)?.trim()
  const hops = addresses.map((address): Hop => ({ for: address }))
  return host ? [...hops.slice(0, -1), { for: hops.at(-1)?.for, host }] : hops
}

/** `Forwarded` (RFC 7239, 4): elements separated by commas, pairs by semicolons, values as tokens or quoted. */
function hopsOfForwarded(headers: Headers): Hop[] {
  const text = textOf(headers.forwarded)
  if (text.trim() === '') return []
  return splitFromEnd(text, ',').map((element) => {
    const pairs = new Map(splitFromEnd(element, ';').map(pairOf))
    return { for: pairs.get('for'), host: pairs.get('host') || undefined }
  })
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=')
  return [text.slice(0, Math.max(at, 0)).trim().toLowerCase(), unquoted(text.slice(at + 1).trim())]
}

const unquoted = (text: string) => /^"(.*)"$/s.exec(text)?.[1] ?? text

/**
 * Splits at a separator outside of quotes. Quotes are counted from the end, so that an open one in what the client sent
 * cannot hide what the proxies appended.
 */
function splitFromEnd(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = []
  let end = text.length
  let inQuotes = false
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '"') inQuotes = !inQuotes
    if (inQuotes || text[at] !== separator) continue
    parts.push(text.slice(at + 1, end))
    end = at
  }
  parts.push(text.slice(0, end))
  return parts.reverse()
}

declare module 'fastify' {
  interface FastifyRequest {
    readonly client: RequestClient
  }
}
