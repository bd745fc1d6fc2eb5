import { availableParallelism } from 'node:os'
import rateLimit from '@fastify/rate-limit'
import { Problem } from '@simwright/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { ConnectionLimits } from './connection-limit.ts'

/** What this process takes. Calls are counted a minute; generously per address, for an office or a carrier may share one. */
export type Limits = ConnectionLimits & {
  /** Calls to the portal from one address. */
  all: number
  /** Of these, calls that strangers may make, each endpoint by itself. */
  public: number
  /** Calls of devices (ES9+, ES11) from one address. */
  device: number
  /** Calls of devices from all addresses together. */
  devices: number
  /** AuthenticateClient of one EID, counted when its signature is verified: nobody can use up the limit of another. */
  eid: number
  /** Streams of one user that are open at once. */
  streams: number
  /** A connection to the portal sends its whole header within this time. */
  headersMs: number
  /** The body of a call, if it is no form, arrives within this time. */
  bodyMs: number
}

/** More than a processor can answer in a minute. */
const DEVICE_CALLS_PER_PROCESSOR = 30_000

/** Of the connections that an address may hold, one in so many may be silent. */
const SILENT_SHARE = 8

export function limitsOf(config: Pick<Config, 'deviceCallsPerAddress' | 'deviceConnectionsPerAddress'>): Limits {
  const { deviceCallsPerAddress: device, deviceConnectionsPerAddress: connections } = config
  return {
    all: 1800,
    public: 180,
    device,
    devices: DEVICE_CALLS_PER_PROCESSOR * availableParallelism(),
    eid: 60,
    connections,
    silentConnections: Math.ceil(connections / SILENT_SHARE),
    streams: 60,
    headersMs: 10_000,
    bodyMs: 20_000,
  }
}

export async function limitCalls(app: FastifyInstance, limits: Pick<Limits, 'all'>): Promise<void> {
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
