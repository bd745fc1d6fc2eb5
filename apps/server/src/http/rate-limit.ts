import rateLimit from '@fastify/rate-limit'
import { Problem } from '@simwright/contract'
import type { FastifyInstance } from 'fastify'

/** Calls a minute from one address, in this process. Generous: an office may stand behind one address. */
export type Limits = { all: number; public: number /** Calls of devices on ES9+. */; device: number }

export const defaultLimits: Limits = { all: 1800, public: 180, device: 3000 }

export async function limitCalls(app: FastifyInstance, limits: Limits): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: limits.all,
    timeWindow: 60_000,
    cache: 20_000,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    allowList: (request) => request.url === '/healthz' || request.url === '/readyz',
    errorResponseBuilder: (_request, { ttl }) => new Problem('too_many', { seconds: Math.ceil(ttl / 1000) }),
  })
}

/** What strangers may call is limited more tightly, each endpoint by itself. */
export function publicLimit(limits: Limits): { max: number; timeWindow: number } {
  return { max: limits.public, timeWindow: 60_000 }
}
