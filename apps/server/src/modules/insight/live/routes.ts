import * as live from '@simwright/contract/insight/live'
import { type App, serve } from '../../../http/serve.ts'
import type { LiveServer as Server } from '../../../port/module.ts'
import { watchSession } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, live.session, ({ who, browser, signal }) => watchSession(server, { who, browser, signal }))
}
