import { Problem } from '@simwright/contract'
import type { FastifyReply } from 'fastify'
import type { CallingKey } from './call.ts'
import type { Server } from './port.ts'
import { perSecondLimiter, rateHeaders } from './second-limit.ts'

const limiters = new WeakMap<Server, ReturnType<typeof perSecondLimiter>>()

/**
 * Counts a call of an API key in this process, and writes the rate into the header of its answer.
 * @throws Problem too_many if the plan allows fewer calls a second
 */
export function countKeyCall(server: Server, { id, callsASecond }: CallingKey, reply: FastifyReply): void {
  const count = limiters.get(server) ?? perSecondLimiter()
  limiters.set(server, count)
  const rate = count(id, callsASecond ?? server.limits.keyCallsASecond)
  reply.headers(rateHeaders('key', rate))
  if (rate.isAllowed) return
  reply.header('retry-after', String(rate.resetSeconds))
  throw new Problem('too_many', { seconds: rate.resetSeconds })
}
