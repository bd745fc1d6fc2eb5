import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse, unknownCall } from './refusal.ts'

const BUILT = join(import.meta.dirname, '../../../web/dist')

/** `index.html` as this visitor shall see it before any script has run. */
export type Face = (request: FastifyRequest, page: string) => string

/** Serves the built web app: hashed files for a year, and `index.html` for every path that is a page. */
export async function serveWebApp(app: FastifyInstance, face: Face, root: string = BUILT): Promise<void> {
  const index = join(root, 'index.html')
  const built = existsSync(index) ? readFileSync(index, 'utf8') : undefined
  if (built) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      cacheControl: false,
      // the build leaves each text file compressed, too
      preCompressed: true,
      setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path.slice(root.length))),
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (!isPage(request)) return refuse(request, reply, unknownCall(app, request))
    if (!built) return reply.code(503).type('text/plain').send('The web app is not built: npm start builds it.\n')
    return sendPage(request, reply, face(request, built))
  })
}

/** The public page of an activation code is for those who have its link: no search engine shall list it. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  if (request.url.startsWith('/ac/')) void reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
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
