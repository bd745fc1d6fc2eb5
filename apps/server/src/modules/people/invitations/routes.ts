import * as invitation from '@simwright/contract/people/invitation'
import { type App, serve } from '../../../http/serve.ts'
import type { InvitationsServer as Server } from '../../../port/module.ts'
import { addLink, listLinks, readLink, requireInvitation, stopLink } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, invitation.check, ({ input, visited }) =>
    requireInvitation(server, { code: input.invitation, platformId: visited.platform.id }),
  )
  serve(app, invitation.list, ({ input }) => listLinks(server, input))
  serve(app, invitation.get, ({ input }) => readLink(server, input.id))
  serve(app, invitation.add, ({ who, input, once }) => addLink(server, who, { input, once }))
  serve(app, invitation.stop, ({ input }) => stopLink(server, input))
}
