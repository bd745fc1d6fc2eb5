import * as fleet from '@simwright/contract/profiles/fleet'
import { type App, serve } from '../../../http/serve.ts'
import type { SmdpServer as Server } from '../../../port/module.ts'
import { readDevice, readDeviceMessage, readProfilePackage } from './inspect.ts'
import { setFree } from './lost.ts'

export function routes(app: App, server: Server): void {
  serve(app, fleet.message, ({ who, input }) => readDeviceMessage(server, who, input.id))
  serve(app, fleet.device, ({ who, input }) => readDevice(server, who, input.id))
  serve(app, fleet.profilePackage, ({ who, input }) => readProfilePackage(server, who, input.id))
  serve(app, fleet.setFree, ({ who, input }) => setFree(server, who, input.id))
}
