import * as view from '@simwright/contract/insight/view'
import { type App, serve } from '../../../http/serve.ts'
import type { ViewsServer as Server } from '../../../port/module.ts'
import { editView, listViews, removeView, shareView } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, view.list, ({ who, input }) => listViews(server, who, input))
  serve(app, view.share, ({ who, input }) => shareView(server, who, input))
  serve(app, view.edit, ({ who, input }) => editView(server, who, input))
  serve(app, view.remove, ({ who, input }) => removeView(server, who, input))
}
