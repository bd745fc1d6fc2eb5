import * as platforms from '@simwright/contract/platforms'
import { type App, serve } from '../../http/serve.ts'
import type { Server } from '../../server.ts'
import { lookOf } from '../platform/service.ts'
import {
  addPlatform,
  editPlatform,
  findImage,
  keepImage,
  listOccasions,
  listPlatforms,
  previewMail,
  readPlatform,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, platforms.list, () => listPlatforms(server))
  serve(app, platforms.get, ({ input }) => readPlatform(server, input.id))
  serve(app, platforms.add, ({ input }) => addPlatform(server, input))
  serve(app, platforms.edit, ({ input }) => editPlatform(server, input))
  serve(app, platforms.upload, ({ file }) => keepImage(server, file))
  serve(app, platforms.look, ({ input }) => lookOf(input.themeColor))
  serve(app, platforms.previewMail, ({ input }) => previewMail(server, input))
  serve(app, platforms.occasions, () => listOccasions())
  serveImages(app, server)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An image is drawn and nothing else: as a page of its own it may neither run nor load anything. */
function serveImages(app: App, server: Server): void {
  app.get<{ Params: { id: string } }>('/brand/:id', async ({ params: { id } }, reply) => {
    const image = UUID.test(id) ? await findImage(server, id) : undefined
    if (!image) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n')
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(image.content_type)
      .send(image.content)
  })
}
