import { availableParallelism } from 'node:os'
import rateLimit from '@fastify/rate-limit'
import { Problem } from '@simwright/contract'
import { WEBHOOK_LIMITS } from '@simwright/contract/programs/webhook'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { ConnectionLimits } from './connection-limit.ts'
import { networkOf } from './network.ts'

/**
 * Limits of this process. Calls are per minute. Limits per address are generous, because an office or carrier may share
 * one.
 */
export type Limits = ConnectionLimits & {
  /** Calls to the portal from one address. */
  all: number
  /** Calls to each public endpoint from one address. */
  public: number
  /** Calls to each signed endpoint (open API) from one address. The plan has a limit of its own. */
  signed: number
  /** Calls of devices (ES9+, ES11) from one address. */
  device: number
  /** Calls of devices from all addresses. */
  devices: number
  /**
   * AuthenticateClient calls of one EID. Counted after its signature is verified, so nobody can exhaust another EID's
   * limit.
   */
  eid: number
  /** Calls per second of one API key whose plan has no limit. */
  keyCallsASecond: number
  /** Concurrent streams of one user. */
  streams: number
  /** Time limit for the headers of a request to the portal. */
  headersMs: number
  /** Time limit for the body of a request, except multipart forms. */
  bodyMs: number
  /** What a file must bring at least in each period; one that is slower ends. */
  uploadBytesASecond: number
  uploadPeriodMs: number
  /**
   * Time after which a client that reads nothing of a file is disconnected, at the latest after twice as long: Node
   * takes the first part of a write for progress. A client that reads slowly shows no progress for minutes: the buffers
   * of both ends hold megabytes, and the server learns of free space only when there is a megabyte or more of it.
   */
  unreadMs: number
  /** Time limit for the answer to a webhook. */
  webhookMs: number
}

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
