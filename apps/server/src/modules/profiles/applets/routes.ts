import * as applet from '@simwright/contract/profiles/applet-file'
import * as platformApplet from '@simwright/contract/profiles/platform-applet'
import { type App, serve } from '../../../http/serve.ts'
import type { AppletsServer as Server } from '../../../port/module.ts'
import { listPlatformApplets, removePlatformApplet, uploadPlatformApplet } from './platform-service.ts'
import { listApplets, removeApplet, uploadApplet } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, applet.list, ({ who }) => listApplets(server, who))
  serve(app, applet.upload, ({ who, input, file }) => uploadApplet(server, who, { ...input, file }))
  serve(app, applet.remove, ({ who, input }) => removeApplet(server, who, input))
  serve(app, platformApplet.list, ({ input }) => listPlatformApplets(server, input))
  serve(app, platformApplet.upload, ({ who, input, file }) => uploadPlatformApplet(server, who, { ...input, file }))
  serve(app, platformApplet.remove, ({ input }) => removePlatformApplet(server, input))
}
