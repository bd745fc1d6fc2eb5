import type { Batch } from '@simwright/contract/provisioning/batch'
import * as batch from '@simwright/contract/provisioning/batch'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { writeCoreFile } from './core-file.ts'
import { exportLog } from './log.ts'
import { PROGRESS_CHANNEL, selectBatch, selectWatched } from './queries.ts'
import { previewRange, startRange } from './range.ts'
import { readRangeUse } from './range-use.ts'
import { writeResult } from './result.ts'
import {
  batchOf,
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

type Watch = { id: string | undefined; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins, if the batch does not exist */
async function openProgress(server: Server, who: Who, watch: Watch): Promise<AsyncIterable<Batch>> {
  if (watch.id !== undefined) await readBatch(server, who, watch.id)
  return watchProgress(server, who, watch)
}

/**
 * Streams the running batches, or one of them: first each one's current state, then every change. The stream ends
 * when all of them are complete.
 */
async function* watchProgress(server: Server, who: Who, { id, signal }: Watch): AsyncGenerator<Batch> {
  const shown = new Map<string, string>()
  const hints = new Hints()
  const stopListening = await server.db.listen(PROGRESS_CHANNEL, () => hints.give())
  try {
    while (!signal.aborted) {
      const batches = await selectProgress(server, who, { id, seen: [...shown.keys()] })
      for (const batch of batches) {
        const state = JSON.stringify(batch)
        if (shown.get(batch.id) !== state) yield batch
        shown.set(batch.id, state)
      }
      if (batches.every(({ process }) => process === 'COMPLETE')) return
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
  }
}

async function selectProgress(
  server: Server,
  { enterpriseId }: Who,
  { id, seen }: { id: string | undefined; seen: readonly string[] },
): Promise<Batch[]> {
  return await server.db.tenantTx(enterpriseId, async (db) => {
    if (id === undefined) return (await selectWatched(db, seen)).map((record) => batchOf(server, record))
    const record = await selectBatch(db, { enterpriseId, id })
    return record ? [batchOf(server, record)] : []
  })
}
