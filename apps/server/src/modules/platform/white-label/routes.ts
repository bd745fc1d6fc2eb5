import * as platforms from '@simwright/contract/platform/white-label'
import { isUuid, sendImage } from '../../../http/image-answer.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { WhiteLabelServer as Server } from '../../../port/module.ts'
import { paletteOf } from '../brand/service.ts'
import {
  addPlatform,
  editPlatform,
  findImage,
  listOccasions,
  listPlatforms,
  previewMail,
  readPlatform,
  storeImage,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, platforms.list, () => listPlatforms(server))
  serve(app, platforms.get, ({ input }) => readPlatform(server, input.id))
  serve(app, platforms.add, ({ input, once }) => addPlatform(server, { input, once }))
  serve(app, platforms.edit, ({ input }) => editPlatform(server, input))
  serve(app, platforms.upload, ({ who, file }) => storeImage(server, who, file))
  serve(app, platforms.look, ({ input }) => paletteOf(input.themeColor))
  serve(app, platforms.previewMail, ({ input }) => previewMail(server, input))
  serve(app, platforms.occasions, () => listOccasions())
  serveImages(app, server)
}

function serveImages(app: App, server: Server): void {
  app.get<{ Params: { id: string } }>('/brand/:id', async ({ params: { id } }, reply) =>
    sendImage(reply, isUuid(id) ? await findImage(server, id) : undefined),
  )
}
