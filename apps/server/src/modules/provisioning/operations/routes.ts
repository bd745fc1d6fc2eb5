import * as group from '@simwright/contract/profiles/group'
import * as operation from '@simwright/contract/provisioning/operation'
import { type App, serve } from '../../../http/serve.ts'
import type { OperationsServer as Server } from '../../../port/module.ts'
import { openProgress } from './progress.ts'
import {
  cancelOperation,
  changeOne,
  listOperations,
  listUnfit,
  moveListed,
  previewOperation,
  readOperation,
  removeGroup,
  startOperation,
  undoOperation,
  writeExcluded,
  writeResult,
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
