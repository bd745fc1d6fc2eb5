import { availableParallelism } from 'node:os'
import rateLimit from '@fastify/rate-limit'
import { Problem } from '@simwright/contract'
import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Limits } from '../port/limits.ts'
import { networkOf } from './network.ts'

/** More than one processor can answer in a minute. */
const DEVICE_CALLS_PER_PROCESSOR = 30_000

/** One in this many connections of an address may be without a request. */
const SILENT_SHARE = 8

export function limitsOf(config: Pick<Config, 'deviceCallsPerAddress' | 'deviceConnectionsPerAddress'>): Limits {
  const { deviceCallsPerAddress: device, deviceConnectionsPerAddress: connections } = config
  return {
    all: 1800,
    public: 180,
    signed: 60_000,
    device,
    devices: DEVICE_CALLS_PER_PROCESSOR * availableParallelism(),
    eid: 60,
    connections,
    silentConnections: Math.ceil(connections / SILENT_SHARE),
    keyCallsASecond: 1000,
    streams: 60,
    headersMs: 10_000,
    bodyMs: 20_000,
    uploadBytesASecond: 1024,
    uploadPeriodMs: 10_000,
    unreadMs: 600_000,
    voucherGuesses: { address: 10, all: 500 },
    webhookMs: WEBHOOK_LIMITS.timeoutMs,
  }
}

/** @param isExempt whether another limit applies to a call, instead of that of its address */
export async function limitCalls(
  app: FastifyInstance,
  limits: Pick<Limits, 'all'>,
  isExempt: (request: FastifyRequest) => boolean = () => false,
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: limits.all,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request) => networkOf(request.client.address),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    allowList: (request) => request.url === '/healthz' || request.url === '/readyz' || isExempt(request),
    errorResponseBuilder: (_request, { ttl }) => new Problem('too_many', { seconds: Math.ceil(ttl / 1000) }),
  })
}

/** The limit of signed endpoints, applied to each endpoint separately, instead of that of the portal. */
export function signedLimit(limits: Limits): { max: number; timeWindow: number } {
  return { max: limits.signed, timeWindow: 60_000 }
}

/** The stricter limit of public endpoints, applied to each endpoint separately. */
export function publicLimit(limits: Limits): { max: number; timeWindow: number } {
  return { max: limits.public, timeWindow: 60_000 }
}
