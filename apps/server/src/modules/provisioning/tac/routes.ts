import * as tac from '@simwright/contract/provisioning/tac'
import { type App, serve } from '../../../http/serve.ts'
import type { TacServer as Server } from '../../../port/module.ts'
import { applyImport, discardImport, exportFaults, previewImport, readImport } from './import.ts'
import { addTac, editTac, exportTacs, listTacs, removeTac } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, tac.list, ({ input }) => listTacs(server, input))
  serve(app, tac.add, ({ input }) => addTac(server, input))
  serve(app, tac.edit, ({ input }) => editTac(server, input))
  serve(app, tac.remove, ({ input }) => removeTac(server, input))
  serve(app, tac.upload, ({ who, file }) => readImport(server, who, file))
  serve(app, tac.preview, ({ input }) => previewImport(server, input))
  serve(app, tac.faults, ({ input }) => exportFaults(server, input))
  serve(app, tac.apply, ({ input, once }) => applyImport(server, { input, once }))
  serve(app, tac.discard, ({ input }) => discardImport(server, input))
  serve(app, tac.exportCsv, ({ input }) => exportTacs(server, input))
}
