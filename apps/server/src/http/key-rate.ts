import { Problem } from '@simwright/contract'
import type { FastifyReply } from 'fastify'
import type { CallingKey } from './call.ts'
import type { Server } from './port.ts'

const WINDOW_MS = 1000
const MAX_KEYS = 50_000

type Window = { startedAt: number; count: number }

const windows = new WeakMap<Server, Map<string, Window>>()

/**
 * Counts a call of an API key in this process, and writes the header fields RateLimit and RateLimit-Policy
 * (draft-ietf-httpapi-ratelimit-headers-10) into its answer.
 * @throws Problem too_many if the plan allows fewer calls a second
 */
export function countKeyCall(server: Server, { id, callsASecond }: CallingKey, reply: FastifyReply): void {
  const limit = callsASecond ?? server.limits.keyCallsASecond
  const count = countIn(server, id)
  const left = Math.max(0, limit - count)
  reply.header('ratelimit-policy', `"key";q=${limit};w=1`)
  reply.header('ratelimit', `"key";r=${left};t=1`)
  if (count <= limit) return
  reply.header('retry-after', '1')
  throw new Problem('too_many', { seconds: 1 })
}

function countIn(server: Server, id: string): number {
  let counts = windows.get(server)
  if (!counts || counts.size > MAX_KEYS) {
    counts = new Map()
    windows.set(server, counts)
  }
  const at = performance.now()
  const current = counts.get(id)
  const window = current && at - current.startedAt < WINDOW_MS ? current : { startedAt: at, count: 0 }
  window.count += 1
  counts.set(id, window)
  return window.count
}
