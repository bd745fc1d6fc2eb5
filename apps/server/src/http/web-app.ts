import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { builtPage } from './built-page.ts'
import { refuse, unknownCall } from './refusal.ts'

const BUILT = join(import.meta.dirname, '../../../web/dist')

/** The build contains a compressed copy of each text file. */
const FILES = { index: false, preCompressed: true } as const

/** Renders `index.html` for a request, before any script runs. */
export type PageRenderer = (request: FastifyRequest, page: string) => string

/**
 * Serves the built web app: the files under `/assets/`, which Vite names by their hash, are cached for a year; every path
 * of a page gets `index.html`.
 */
export async function serveWebApp(app: FastifyInstance, renderPage: PageRenderer, root: string = BUILT): Promise<void> {
  const index = builtPage(join(root, 'index.html'))
  if (index() !== undefined) {
    await app.register(fastifyStatic, {
      ...FILES,
      root,
      wildcard: false,
      // guide.ts serves the guide, sandboxed
      globIgnore: ['assets/**', 'docs/**'],
      cacheControl: false,
      setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
    })
    // one route for all hashed files: a route for each of some 500 files takes 50 ms at each start
    await app.register(fastifyStatic, {
      ...FILES,
      root: join(root, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      maxAge: '365d',
      immutable: true,
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    if (!isPage(request)) return refuse(request, reply, unknownCall(app, request))
    const built = index()
    if (built === undefined)
      return reply.code(503).type('text/plain').send('The web app is not built: npm start builds it.\n')
    return sendPage(request, reply, renderPage(request, built))
  })
}

/** Pages of activation codes must not be listed by search engines. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply {
  if (request.url.startsWith('/ac/')) void reply.header('x-robots-tag', 'noindex, nofollow')
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
}

function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/'
  const read = request.method === 'GET' || request.method === 'HEAD'
  return read && !/^\/(api|gsma|dev|assets|docs)(\/|$)/.test(path) && !/\.[a-z0-9]{1,8}$/i.test(path)
}
