import * as erasure from '@simwright/contract/provisioning/erasure'
import { type App, serve } from '../../../http/serve.ts'
import type { ErasureServer as Server } from '../../../port/module.ts'
import { previewErasure, readErasure, setErasure } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, erasure.get, ({ who }) => readErasure(server, who))
  serve(app, erasure.preview, ({ who, input }) => previewErasure(server, who, input))
  serve(app, erasure.set, ({ who, input }) => setErasure(server, who, input))
}
