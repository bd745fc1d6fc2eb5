import * as platform from '@simwright/contract/platform'
import * as platforms from '@simwright/contract/platforms'
import { type App, serve } from '../../http/serve.ts'
import type { Server } from '../../server.ts'
import { listProviders } from '../oauth/service.ts'
import { listPlatforms, queryPlatform } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, platform.query, ({ input }) => queryPlatform(server, input.sys, (id) => listProviders(server, id)))
  serve(app, platforms.list, () => listPlatforms(server))
}
