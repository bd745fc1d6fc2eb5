import * as source from '@simwright/contract/profiles/source'
import { type App, serve } from '../../../http/serve.ts'
import type { SourceServer as Server } from '../../../port/module.ts'
import { correctRow } from './mend.ts'
import {
  discardSource,
  forgetColumns,
  listRows,
  readPublicKey,
  readSource,
  rotateKey,
  writeFaults,
  writeTemplate,
} from './service.ts'
import { stageFile } from './upload.ts'

export function routes(app: App, server: Server): void {
  serve(app, source.pgpKey, ({ who }) => readPublicKey(server, who))
  serve(app, source.rotatePgpKey, ({ who, input }) => rotateKey(server, who, input))
  serve(app, source.template, ({ who, input }) => writeTemplate(server, who, input))
  serve(app, source.upload, ({ who, input, file }) => stageFile(server, who, { ...input, file }))
  serve(app, source.get, ({ who, input }) => readSource(server, who, input.id))
  serve(app, source.rows, ({ who, input }) => listRows(server, who, input))
  serve(app, source.faults, ({ who, input }) => writeFaults(server, who, input.id))
  serve(app, source.mend, ({ who, input }) => correctRow(server, who, input))
  serve(app, source.forgetColumns, ({ who }) => forgetColumns(server, who))
  serve(app, source.discard, ({ who, input }) => discardSource(server, who, input.id))
}
