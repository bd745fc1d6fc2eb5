import * as platform from '@simwright/contract/platform/brand'
import { type App, serve } from '../../../http/serve.ts'
import type { BrandServer as Server } from '../../../port/module.ts'
import { listProviders } from '../providers/service.ts'
import { queryPlatform } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, platform.query, ({ visited }) => queryPlatform(server, visited, (id) => listProviders(server, id)))
}
