import { setTimeout as sleep } from 'node:timers/promises'
import type { Batch } from '@simwright/contract/batch'
import type { Server, Who } from '../../server.ts'
import { PROGRESS_CHANNEL, selectBatch, selectWatched } from './queries.ts'
import { batchOf, readBatch } from './service.ts'

/** A notification may be lost: whoever waits looks by himself after this. */
const POLL_MS = 2_000

/** Notifications come with every part of a batch; a person needs no more pictures a second than these. */
const PAUSE_MS = 100

type Watch = { id: string | undefined; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins, for a batch that is not there. */
export async function openProgress(server: Server, who: Who, watch: Watch): Promise<AsyncIterable<Batch>> {
  if (watch.id !== undefined) await readBatch(server, who, watch.id)
  return watchProgress(server, who, watch)
}

/**
 * The running batches (or one) as they go on: each once at first, then whenever it has moved, and its end. It ends when
 * all of them have.
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
    if (id === undefined) return (await selectWatched(db, enterpriseId, seen)).map(batchOf)
    const record = await selectBatch(db, { enterpriseId, id })
    return record ? [batchOf(record)] : []
  })
}

/** Wakes a waiter when a hint was given since the last wait, at the latest after the time of a poll. */
class Hints {
  #given = Promise.withResolvers<void>()

  give(): void {
    this.#given.resolve()
  }

  async wait(signal: AbortSignal): Promise<void> {
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {})
    await Promise.race([this.#given.promise, pause(POLL_MS)])
    this.#given = Promise.withResolvers<void>()
    await pause(PAUSE_MS)
  }
}
