import * as batch from '@simwright/contract/provisioning/batch'
import { type App, serve } from '../../../http/serve.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { writeCoreFile } from './core-file.ts'
import { exportLog } from './log.ts'
import { openProgress } from './progress.ts'
import { previewRange, startRange } from './range.ts'
import { readRangeUse } from './range-use.ts'
import { writeResult } from './result.ts'
import {
  cancelBatch,
  generateSingle,
  listBatches,
  listOutcomes,
  readBatch,
  startBatch,
  writeLeftOut,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, batch.start, ({ who, input, once }) => startBatch(server, who, { input, once }))
  serve(app, batch.single, ({ who, input, once }) => generateSingle(server, who, { input, once }))
  serve(app, batch.previewRange, ({ who, input }) => previewRange(server, who, input))
  serve(app, batch.rangeUse, ({ who, input }) => readRangeUse(server, who, input))
  serve(app, batch.startRange, ({ who, input, once }) => startRange(server, who, { input, once }))
  serve(app, batch.coreFile, ({ who, input }) => writeCoreFile(server, who, input))
  serve(app, batch.list, ({ who, input }) => listBatches(server, who, input))
  serve(app, batch.exportLog, ({ who, input }) => exportLog(server, who, input.filter))
  serve(app, batch.get, ({ who, input }) => readBatch(server, who, input.id))
  serve(app, batch.rows, ({ who, input }) => listOutcomes(server, who, input))
  serve(app, batch.leftOut, ({ who, input }) => writeLeftOut(server, who, input.id))
  serve(app, batch.progress, ({ who, input, signal }) => openProgress(server, who, { id: input.id, signal }))
  serve(app, batch.cancel, ({ who, input }) => cancelBatch(server, who, input.id))
  serve(app, batch.result, ({ who, input }) => writeResult(server, who, input.id))
}
