import * as group from '@simwright/contract/profiles/group'
import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import * as operation from '@simwright/contract/provisioning/operation'
import { Hints } from '../../../db/wake-up.ts'
import type { Who } from '../../../http/call.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { OperationsServer as Server } from '../../../port/module.ts'
import { PROGRESS_CHANNEL, selectWatched } from './queries.ts'
import { writeExcluded, writeResult } from './result-file.ts'
import {
  cancelOperation,
  changeOne,
  listOperations,
  listUnfit,
  moveListed,
  operationOf,
  previewOperation,
  readOperation,
  removeGroup,
  startOperation,
  undoOperation,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, operation.preview, ({ who, input, timeZone }) => previewOperation(server, who, { input, timeZone }))
  serve(app, operation.excluded, ({ who, input, timeZone }) => writeExcluded(server, who, { input, timeZone }))
  serve(app, operation.start, ({ who, input, timeZone, once }) =>
    startOperation(server, who, { input, timeZone, once }),
  )
  serve(app, operation.change, ({ who, input }) => changeOne(server, who, input))
  serve(app, operation.unfit, ({ who, input }) => listUnfit(server, who, input.profileId))
  serve(app, operation.moveListed, ({ who, input, file }) => moveListed(server, who, { ...input, file }))
  serve(app, operation.list, ({ who, input }) => listOperations(server, who, input))
  serve(app, operation.get, ({ who, input }) => readOperation(server, who, input.id))
  serve(app, operation.progress, ({ who, input, signal }) => openProgress(server, who, { id: input.id, signal }))
  serve(app, operation.result, ({ who, input }) => writeResult(server, who, input))
  serve(app, operation.cancel, ({ who, input }) => cancelOperation(server, who, input.id))
  serve(app, operation.undo, ({ who, input, once }) => undoOperation(server, who, { input, once }))
  // here and not in the module of groups: removing a group starts an operation that takes its profiles out
  serve(app, group.remove, ({ who, input }) => removeGroup(server, who, input))
}

type Watch = { id: string | undefined; signal: AbortSignal }

/** @throws Problem `not_found` before the stream begins, if the operation does not exist */
async function openProgress(server: Server, who: Who, watch: Watch): Promise<AsyncIterable<RunningOperation>> {
  if (watch.id !== undefined) await readOperation(server, who, watch.id)
  return watchProgress(server, who, watch)
}

/**
 * Streams the running operations, or one of them: first each one's current state, then every change. The stream ends
 * when all of them are complete.
 */
async function* watchProgress(server: Server, who: Who, { id, signal }: Watch): AsyncGenerator<RunningOperation> {
  const hints = new Hints()
  const stopListening = await server.db.listen(PROGRESS_CHANNEL, (payload) => {
    if (id === undefined || payload === id) hints.give()
  })
  const shown = new Map<string, string>()
  try {
    while (!signal.aborted) {
      const operations = await watched(server, who, { id, seen: [...shown.keys()] })
      for (const operation of operations) {
        const state = JSON.stringify(operation)
        if (shown.get(operation.id) !== state) yield operation
        shown.set(operation.id, state)
      }
      if (operations.every(({ process }) => process === 'COMPLETE')) return
      await hints.wait(signal)
    }
  } finally {
    await stopListening()
  }
}

async function watched(
  server: Server,
  who: Who,
  { id, seen }: { id: string | undefined; seen: readonly string[] },
): Promise<RunningOperation[]> {
  if (id !== undefined) return [await readOperation(server, who, id)]
  const { enterpriseId } = who
  return (await server.db.tenantRead(enterpriseId, (db) => selectWatched(db, seen))).map(operationOf)
}
