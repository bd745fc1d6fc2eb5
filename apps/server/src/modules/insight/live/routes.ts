import * as live from '@simwright/contract/insight/live'
import { type App, serve } from '../../../http/serve.ts'
import type { Server } from './port.ts'
import { watchSession } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, live.session, ({ who, browser, signal }) => watchSession(server, { who, browser, signal }))
}
