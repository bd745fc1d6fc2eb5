import { Problem } from '@simwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServer as Server } from '../port/module.ts'
import type { Who } from './call.ts'
import { networkOf } from './network.ts'

/** Factor for public pages: many visitors may share one address. */
const VISITORS_OF_ADDRESS = 10

const openStreams = new WeakMap<Server, Map<string, number>>()

type Reader = { who: Who | undefined; request: FastifyRequest; reply: FastifyReply }

/**
 * Counts a stream until its response ends, in this process: per user, or per address for public pages.
 * @throws Problem `streams_too_many`
 */
export function countStream(server: Server, { who, request, reply }: Reader): void {
  const counts = openStreams.get(server) ?? new Map<string, number>()
  openStreams.set(server, counts)
  const reader = who?.userId ?? networkOf(request.client.address)
  const max = who ? server.limits.streams : server.limits.streams * VISITORS_OF_ADDRESS
  const open = counts.get(reader) ?? 0
  if (open >= max) throw new Problem('streams_too_many', { max })
  counts.set(reader, open + 1)
  reply.raw.once('close', () => {
    const left = (counts.get(reader) ?? 1) - 1
    if (left === 0) counts.delete(reader)
    else counts.set(reader, left)
  })
}
