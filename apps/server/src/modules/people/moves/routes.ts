import * as move from '@simwright/contract/people/move'
import { type App, serve } from '../../../http/serve.ts'
import type { MovesServer as Server } from '../../../port/module.ts'
import { readContent, readOverview, removeExport, startExport, writeArrivalFile } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, move.overview, ({ who }) => readOverview(server, who))
  serve(app, move.start, ({ who, input }) => startExport(server, who, input))
  serve(app, move.content, ({ who, input }) => readContent(server, who, input.id))
  serve(app, move.remove, ({ who, input }) => removeExport(server, who, input.id))
  serve(app, move.arrivalFile, ({ who }) => writeArrivalFile(server, who))
}
