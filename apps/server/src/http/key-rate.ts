import { createHash } from 'node:crypto'
import { Problem } from '@simwright/contract'
import type { FastifyReply } from 'fastify'
import type { HttpServer as Server } from '../port/module.ts'
import type { CallingKey } from './call.ts'
import { perSecondLimiter, rateHeaders } from './second-limit.ts'

/** For how long a key that was verified is counted by its own limit instead of that of its address. */
const VERIFIED_MS = 60_000
/** For how long after a refused call the address is counted again. */
const REFUSED_MS = 1000
const MAX_KEYS = 50_000

type Rates = {
  count: ReturnType<typeof perSecondLimiter>
  /** The last call of keys that were verified, by the hash of what was sent, so that no secret stays in memory. */
  verified: Map<string, { at: number; isAllowed: boolean }>
}

const ratesOf = new WeakMap<object, Rates>()

type CountedCall = { key: CallingKey; bearer: string; reply: FastifyReply }

/**
 * Counts a call of an API key in this process, and writes the rate into the header of its answer.
 * @throws Problem too_many if the plan allows fewer calls a second
 */
export function countKeyCall(server: Server, { key, bearer, reply }: CountedCall): void {
  const rates: Rates = ratesOf.get(server) ?? { count: perSecondLimiter(), verified: new Map() }
  ratesOf.set(server, rates)
  const rate = rates.count(key.id, key.callsASecond ?? server.limits.keyCallsASecond)
  if (rates.verified.size > MAX_KEYS) rates.verified.clear()
  rates.verified.set(hashOf(bearer), { at: performance.now(), isAllowed: rate.isAllowed })
  reply.headers(rateHeaders('key', rate))
  if (rate.isAllowed) return
  reply.header('retry-after', String(rate.resetSeconds))
  throw new Problem('too_many', { seconds: rate.resetSeconds })
}

/**
 * Whether a call is limited by its API key instead of its address: the key was verified within the last minute. Calls
 * after a refused one count for the address, so that they cannot be repeated without end.
 */
export function hasKeyRateLeft(server: object, bearer: string | undefined): boolean {
  const last = bearer === undefined ? undefined : ratesOf.get(server)?.verified.get(hashOf(bearer))
  if (!last) return false
  const age = performance.now() - last.at
  return age <= VERIFIED_MS && (last.isAllowed || age > REFUSED_MS)
}

const hashOf = (bearer: string) => createHash('sha256').update(bearer).digest('base64')
