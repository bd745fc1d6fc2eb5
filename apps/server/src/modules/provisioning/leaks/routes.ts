import * as leak from '@simwright/contract/provisioning/leak'
import { type App, serve } from '../../../http/serve.ts'
import type { LeaksServer as Server } from '../../../port/module.ts'
import { dismissLeak, listLeaks } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, leak.list, ({ who, input }) => listLeaks(server, who, input))
  serve(app, leak.dismiss, ({ who, input }) => dismissLeak(server, who, input))
}
