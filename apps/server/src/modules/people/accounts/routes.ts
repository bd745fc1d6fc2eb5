import * as account from '@simwright/contract/people/account'
import * as security from '@simwright/contract/people/security'
import type { Browser } from '../../../http/call.ts'
import { type App, serve } from '../../../http/serve.ts'
import type { AccountsServer as Server } from '../../../port/module.ts'
import type { Visited } from '../../platform/brand/service.ts'
import { cancelDeletion, previewDeletion, requestDeletion } from './deletion.ts'
import { newDevice } from './known-device.ts'
import { changePassword, resetPassword, sendForget } from './password-change.ts'
import { editMe, readMe } from './person.ts'
import { writePersonalData } from './personal-data.ts'
import { activate, register, resendActivation } from './service.ts'
import {
  type SignInContext,
  type SignInResult,
  signIn,
  signInByCode,
  signInByPasskey,
  startPasskeySignIn,
} from './sign-in.ts'
import { beginStepUp, stepUp } from './step-up.ts'

export function routes(app: App, server: Server): void {
  serve(app, account.register, ({ input, visited, once, browser }) => {
    const device = browser.device ?? newDevice(server)
    browser.keepDevice(device)
    return register(server, { input, once }, { platform: visited.platform, device })
  })
  serve(app, account.resendActivation, ({ input, visited }) => resendActivation(server, input.email, visited.platform))
  serve(app, account.verify, async ({ input, ...call }) => {
    const isSignedIn = call.browser.token !== undefined
    const { cookies, ...activated } = await activate(server, input.token, { ...contextOf(call), isSignedIn })
    return { ...activated, ...(cookies ? setCookies(call.browser, { cookies }) : {}) }
  })
  serve(app, account.login, async ({ input, ...call }) =>
    setCookies(call.browser, await signIn(server, input, contextOf(call))),
  )
  serve(app, account.loginCode, async ({ input, ...call }) =>
    setCookies(call.browser, await signInByCode(server, input, contextOf(call))),
  )
  serve(app, account.passkeyChallenge, ({ visited }) => startPasskeySignIn(server, visited.origin))
  serve(app, account.loginPasskey, async ({ input, ...call }) =>
    setCookies(call.browser, await signInByPasskey(server, input, contextOf(call))),
  )
  serve(app, account.sendForget, ({ input, visited }) => sendForget(server, input, visited.platform))
  serve(app, account.resetPassword, async ({ input, visited, browser }) => {
    const { reset, device } = await resetPassword(server, input, { platform: visited.platform, device: browser.device })
    browser.keepDevice(device)
    return reset
  })
  serve(app, account.changePassword, ({ who, input }) => changePassword(server, who, input))
  serve(app, account.me, ({ who }) => readMe(server, who))
  serve(app, account.edit, async ({ who, input, browser }) => {
    const token = await editMe(server, who, input)
    if (browser.binding !== undefined) browser.keepSession({ token, binding: browser.binding })
    return {}
  })
  serve(app, account.exportData, ({ who }) => writePersonalData(server, who))
  serve(app, account.deletionPreview, ({ who }) => previewDeletion(server, who))
  serve(app, account.requestDeletion, ({ who }) => requestDeletion(server, who))
  serve(app, account.cancelDeletion, ({ who }) => cancelDeletion(server, who))
  serve(app, security.beginStepUp, ({ who, visited }) => beginStepUp(server, who, visited.origin))
  serve(app, security.stepUp, async ({ who, input, visited, address, browser }) => {
    const from = { address, userAgent: browser.userAgent }
    browser.keepSession(await stepUp(server, who, { proof: input, origin: visited.origin, from }))
    return {}
  })
}

const contextOf = ({
  address,
  browser,
  visited,
}: {
  address: string
  browser: Browser
  visited: Visited
}): SignInContext => ({
  address,
  userAgent: browser.userAgent,
  origin: visited.origin,
  platformId: visited.platform.id,
  device: browser.device,
})

/** A completed sign-in sets the session's cookies; one that waits for the second step sets none. */
function setCookies(browser: Browser, outcome: SignInResult) {
  if ('secondStep' in outcome) return outcome
  browser.keepSession(outcome.cookies)
  return { token: outcome.cookies.token }
}
