import type { RunningOperation } from '@simwright/contract/operation'
import { Hints } from '../../hints.ts'
import type { Server, Who } from '../../server.ts'
import { PROGRESS_CHANNEL } from './queries.ts'
import { readOperation } from './service.ts'

type Watch = { id: string; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins */
export async function openProgress(server: Server, who: Who, watch: Watch): Promise<AsyncIterable<RunningOperation>> {
  await readOperation(server, who, watch.id)
  return watchProgress(server, who, watch)
}

/** The operation whenever it has moved, and its end. */
async function* watchProgress(server: Server, who: Who, { id, signal }: Watch): AsyncGenerator<RunningOperation> {
  const hints = new Hints()
  const stopListening = await server.db.listen(PROGRESS_CHANNEL, (payload) => {
    if (payload === id) hints.give()
  })
  let shown = ''
  try {
    while (!signal.aborted) {
      const operation = await readOperation(server, who, id)
      const state = JSON.stringify(operation)
      if (state !== shown) yield operation
      shown = state
      if (operation.process === 'COMPLETE') return
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
  }
}
