import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, unknownCall } from './refusal.ts'

const BUILT = join(import.meta.dirname, '../../../web/dist')

/** Serves the built web app: hashed files for a year, and `index.html` for every path that is a page. */
export async function serveWebApp(app: FastifyInstance, root: string = BUILT): Promise<void> {
  const built = existsSync(join(root, 'index.html'))
  if (built) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path.slice(root.length))),
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (!isPage(request)) return refuse(request, reply, unknownCall(app, request))
    if (!built) return reply.code(503).type('text/plain').send('The web app is not built: npm start builds it.\n')
    return sendPage(request, reply)
  })
}

/** The public page of an activation code is for those who have its link: no search engine shall list it. */
function sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.startsWith('/ac/')) void reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}

/** Vite names what it builds by content, under `/assets/`. */
function cacheControl(path: string): string {
  return /^[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/'
  const read = request.method === 'GET' || request.method === 'HEAD'
  return read && !/^\/(api|gsma|dev|assets)(\/|$)/.test(path) && !/\.[a-z0-9]{1,8}$/i.test(path)
}
