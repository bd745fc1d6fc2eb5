import * as account from '@simwright/contract/people/account'
import * as session from '@simwright/contract/people/session'
import { type App, serve } from '../../../http/serve.ts'
import type { SessionsServer as Server } from '../../../port/module.ts'
import { endOneSession, endOtherSessions, listSessions, readEnterprise, readPermissions, signOut } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, session.getUserPermissions, ({ who }) => readPermissions(who))
  serve(app, session.enterpriseInfo, ({ who }) => readEnterprise(server, who))
  serve(app, session.list, ({ who }) => listSessions(server, who))
  serve(app, session.end, ({ who, input }) => endOneSession(server, who, input.id))
  serve(app, session.endOthers, ({ who }) => endOtherSessions(server, who))
  serve(app, account.logout, async ({ browser }) => {
    if (browser.token !== undefined) {
      await signOut(server, browser)
      browser.forgetSession()
    }
    return {}
  })
}
