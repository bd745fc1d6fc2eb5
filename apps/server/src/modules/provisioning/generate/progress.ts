import type { Batch } from '@simwright/contract/provisioning/batch'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import type { GenerateServer as Server } from '../../../port/module.ts'
import { PROGRESS_CHANNEL, selectBatch, selectWatched } from './queries.ts'
import { batchOf, readBatch } from './service.ts'

type Watch = { id: string | undefined; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins, if the batch does not exist */
export async function openProgress(server: Server, who: Who, watch: Watch): Promise<AsyncIterable<Batch>> {
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
