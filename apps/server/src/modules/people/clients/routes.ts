import * as client from '@simwright/contract/people/client'
import { type App, serve } from '../../../http/serve.ts'
import type { ClientsServer as Server } from '../../../port/module.ts'
import { findIccids, moveIccids } from './claim.ts'
import { addNote, listNotes, removeNote } from './note.ts'
import {
  extendClientTrial,
  giveClientPlan,
  listClientMembers,
  listClients,
  offerTrial,
  readClient,
  resetEndUserTexts,
  resumeClient,
  suspendClient,
} from './service.ts'
import { visitClient } from './visit.ts'

export function routes(app: App, server: Server): void {
  serve(app, client.list, ({ input }) => listClients(server, input))
  serve(app, client.get, ({ input }) => readClient(server, input.id))
  serve(app, client.members, ({ input }) => listClientMembers(server, input.id))
  serve(app, client.resetEndUserTexts, ({ input }) => resetEndUserTexts(server, input.id))
  serve(app, client.notes, ({ who, input }) => listNotes(server, who, input.id))
  serve(app, client.addNote, ({ who, input }) => addNote(server, who, input))
  serve(app, client.removeNote, ({ who, input }) => removeNote(server, who, input))
  serve(app, client.findIccids, ({ input }) => findIccids(server, input))
  serve(app, client.moveIccids, ({ input }) => moveIccids(server, input))
  serve(app, client.givePlan, ({ input, once }) => giveClientPlan(server, { input, once }))
  serve(app, client.grantTrial, ({ input }) => offerTrial(server, input.id))
  serve(app, client.extendTrial, ({ input, once }) => extendClientTrial(server, { input, once }))
  serve(app, client.visit, ({ who, ...call }) => visitClient(server, who, call))
  serve(app, client.suspend, ({ input }) => suspendClient(server, input))
  serve(app, client.resume, ({ input }) => resumeClient(server, input.id))
}
