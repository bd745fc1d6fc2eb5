import { resolveTimeZone } from '@simwright/contract/time-zone'
import type { FastifyReply, FastifyRequest } from 'fastify'

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i

/** A UUID in lower case with hyphens. It is read with and without them: both are one UUID. */
export function canonicalUuid(text: string): string | undefined {
  const [, ...groups] = UUID.exec(text) ?? []
  return groups.length === 0 ? undefined : groups.join('-').toLowerCase()
}

/** The caller's X-Request-Id, or the RequestID of a signed call, if it is a UUID. */
export function givenRequestId(headers: Record<string, unknown>): string | undefined {
  const id = headers['x-request-id'] ?? headers.requestid
  return typeof id === 'string' ? canonicalUuid(id) : undefined
}

/** The platform's short name, from the input or the header X-Platform. */
export function sysOf(request: FastifyRequest, input: unknown): string | undefined {
  const { sys } = (input ?? {}) as { sys?: unknown }
  const named = sys ?? request.headers['x-platform']
  return typeof named === 'string' ? named : undefined
}

const resolvedZones = new Map<string, string>()
const RESOLVED_MAX = 1_000

/**
 * The caller's X-Time-Zone in the spelling of the runtime; UTC if the runtime does not know it. PostgreSQL, which has a
 * list of its own, never gets a time zone.
 */
export function timeZoneOf(request: FastifyRequest): string {
  const name = request.headers['x-time-zone']
  if (typeof name !== 'string') return 'UTC'
  const known = resolvedZones.get(name)
  if (known !== undefined) return known
  const zone = resolveTimeZone(name) ?? 'UTC'
  if (resolvedZones.size < RESOLVED_MAX) resolvedZones.set(name, zone)
  return zone
}

/** A larger clock skew of the caller is logged; the call is not refused. */
const TOLERATED_SKEW_MS = 5 * 60 * 1000

/** The skew of the caller's X-Timestamp in milliseconds, if it exceeds the tolerance. */
export function clockSkewMs(request: FastifyRequest, now: Date): number | undefined {
  const sent = Number(request.headers['x-timestamp'])
  if (!Number.isFinite(sent) || sent <= 0) return undefined
  const skew = sent - now.getTime()
  return Math.abs(skew) > TOLERATED_SKEW_MS ? skew : undefined
}

/** The path without the query, and without bearer secrets: the slug of a public page, and an API key, which belongs elsewhere. */
export function pathForLog(url: string): string {
  const path = url.split('?', 1)[0] ?? '/'
  return path
    .replace(/^\/(ac|c)\/.+/, '/$1/***')
    .replace(/(sw_[0-9a-f]{32}\.)[\w-]+/gi, '$1***')
    .slice(0, 200)
}

/** Aborted when the client disconnects before the answer is complete. */
export function clientGone(reply: FastifyReply): AbortController {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller
}
