import * as legal from '@simwright/contract/platform/legal'
import { type App, serve } from '../../../http/serve.ts'
import type { LegalServer as Server } from '../../../port/module.ts'
import { currentTexts, listTexts, publishText, readText, withdrawText } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, legal.current, ({ visited }) => currentTexts(server, visited.platform.id))
  serve(app, legal.read, ({ visited, input }) => readText(server, visited.platform.id, input))
  serve(app, legal.list, () => listTexts(server))
  serve(app, legal.publish, ({ input }) => publishText(server, input))
  serve(app, legal.withdraw, ({ input }) => withdrawText(server, input))
}
