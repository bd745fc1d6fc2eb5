import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { builtPage } from './built-page.ts'
import { openToOtherOrigins, sandboxed } from './security-header.ts'
import type { PageRenderer } from './web-app.ts'

const BUILT = join(import.meta.dirname, '../../../web/dist/docs')

export type GuideOptions = { publicUrl: string; renderPage: PageRenderer; root?: string }

/**
 * Serves the guide (`docs/guide`, built with the web app) under `/docs`, with the API reference at `/docs/api`, the programs
 * that the portal offers under `/docs/download`, and the OpenAPI document for programs. The pages are sandboxed, so they
 * load their files as another origin would.
 */
export async function serveGuide(
  app: FastifyInstance,
  { publicUrl, renderPage, root = BUILT }: GuideOptions,
): Promise<void> {
  const pages = new Map<string, () => string | undefined>()
  const pageOf = (name: string) => {
    const known = pages.get(name)
    if (known) return known()
    const page = builtPage(join(root, `${name}.html`))
    const text = page()
    if (text !== undefined) pages.set(name, page)
    return text
  }
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const page = PAGE_NAME.test(name) ? pageOf(name) : undefined
    if (page !== undefined) {
      reply
        .code(name === MISSING ? 404 : 200)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
      return renderPage(request, page)
    }
    if (name !== MISSING) return send(request, reply, MISSING)
    return reply.code(503).type('text/plain').send(NOT_BUILT)
  }
  const options = sandboxed(publicUrl)
  app.get('/docs', options, (request, reply) => send(request, reply, 'index'))
  app.get('/docs/', options, (request, reply) => send(request, reply, 'index'))
  app.get<{ Params: { page: string } }>('/docs/:page', options, (request, reply) =>
    send(request, reply, request.params.page),
  )
  app.get(API_DOCUMENT, async (_request, reply) => {
    if (!existsSync(join(root, 'openapi.json'))) return reply.code(503).type('text/plain').send(NOT_BUILT)
    openToOtherOrigins(reply)
    return await reply.header('cache-control', 'no-cache').sendFile('openapi.json', root)
  })
  if (!existsSync(root)) return
  const files = { index: false, preCompressed: true, decorateReply: false, setHeaders: openToOtherOrigins } as const
  const named = { maxAge: '365d', immutable: true } as const
  await app.register(fastifyStatic, { ...files, ...named, root: join(root, 'assets'), prefix: '/docs/assets/' })
  for (const folder of ['pictures', 'download']) {
    if (!existsSync(join(root, folder))) continue
    await app.register(fastifyStatic, { ...files, root: join(root, folder), prefix: `/docs/${folder}/` })
  }
}

const API_DOCUMENT = '/api/openapi.json'
const NOT_BUILT = 'The guide is not built: npm start builds it.\n'
const PAGE_NAME = /^[a-z0-9-]{1,64}$/
const MISSING = '404'
