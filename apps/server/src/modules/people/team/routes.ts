import * as team from '@simwright/contract/people/team'
import { type App, serve } from '../../../http/serve.ts'
import type { TeamServer as Server } from '../../../port/module.ts'
import {
  acceptInvitation,
  acceptOwnInvitation,
  addRole,
  applyToMembers,
  changeRole,
  deactivateMember,
  declineOwnInvitation,
  editRole,
  exportMembers,
  invite,
  listMembers,
  listOwnInvitations,
  listRoles,
  reactivateMember,
  readInvitation,
  removeMember,
  removeRole,
  resendInvitation,
  setGroups,
} from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, team.list, ({ who, input }) => listMembers(server, who, input))
  serve(app, team.invite, ({ who, input }) => invite(server, who, input))
  serve(app, team.resendInvitation, ({ who, input }) => resendInvitation(server, who, input.id))
  serve(app, team.deactivate, ({ who, input }) => deactivateMember(server, who, input.id))
  serve(app, team.reactivate, ({ who, input }) => reactivateMember(server, who, input.id))
  serve(app, team.remove, ({ who, input }) => removeMember(server, who, input.id))
  serve(app, team.changeRole, ({ who, input }) => changeRole(server, who, input))
  serve(app, team.setGroups, ({ who, input }) => setGroups(server, who, input))
  serve(app, team.many, ({ who, input }) => applyToMembers(server, who, input))
  serve(app, team.exportCsv, ({ who, input }) => exportMembers(server, who, input))
  serve(app, team.roles, ({ who }) => listRoles(server, who))
  serve(app, team.addRole, ({ who, input }) => addRole(server, who, input))
  serve(app, team.editRole, ({ who, input }) => editRole(server, who, input))
  serve(app, team.removeRole, ({ who, input }) => removeRole(server, who, input))
  serve(app, team.invitation, ({ input, visited }) => readInvitation(server, input.token, visited.platform))
  serve(app, team.acceptInvitation, async ({ input, visited, address, browser }) => {
    const { platform, origin } = visited
    const { userAgent, device, token } = browser
    const from = { address, userAgent, origin, platformId: platform.id, device, isSignedIn: token !== undefined }
    const { email, cookies } = await acceptInvitation(server, input, { ...from, platform })
    if (cookies) browser.keepSession(cookies)
    return { email, ...(cookies ? { token: cookies.token } : {}) }
  })
  serve(app, team.ownInvitations, ({ who }) => listOwnInvitations(server, who))
  serve(app, team.acceptOwn, ({ who, input }) => acceptOwnInvitation(server, who, input))
  serve(app, team.declineOwn, ({ who, input }) => declineOwnInvitation(server, who, input))
}
