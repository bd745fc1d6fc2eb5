import * as account from '@simwright/contract/account'
import { type App, serve } from '../../http/serve.ts'
import type { Server } from '../../server.ts'
import { activate, register, resendActivation, signIn } from './service.ts'

export function routes(app: App, server: Server): void {
  serve(app, account.register, ({ input }) => register(server, input))
  serve(app, account.resendActivation, ({ input }) => resendActivation(server, input.email))
  serve(app, account.verify, ({ input }) => activate(server, input.token))
  serve(app, account.login, async ({ input, address, browser }) => {
    const cookies = await signIn(server, input, { address, userAgent: browser.userAgent })
    browser.keepSession(cookies)
    return { token: cookies.token }
  })
}
