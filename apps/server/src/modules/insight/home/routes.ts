import * as home from '@simwright/contract/insight/home'
import { type App, serve } from '../../../http/serve.ts'
import type { HomeServer as Server } from '../../../port/module.ts'
import { readOverview } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, home.overview, ({ who, timeZone }) => readOverview(server, who, timeZone))
}
