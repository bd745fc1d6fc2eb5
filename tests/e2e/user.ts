import { type Browser, type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test'
import { Client } from '../../apps/server/src/testing/client.ts'
import { stopPainting } from './paint.ts'
import type { SessionFacts } from './session.ts'

export type { SessionFacts } from './session.ts'

export type StaffRole = 'Platform admin' | 'Platform support'

/** The base of all tests: their pages are not painted, see `stopPainting`. */
export const test = base.extend({
  context: async ({ context }, use) => {
    await stopPainting(context)
    await use(context)
  },
})

/** A page of another person, in a browser of their own; signed in if there is a session. */
export async function openPage(browser: Browser, url: string, session?: SessionFacts): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-US', timezoneId: 'UTC' })
  await stopPainting(context)
  if (session) await signIn(context, url, session)
  return await context.newPage()
}

export async function signIn(context: BrowserContext, url: string, { token, binding }: SessionFacts): Promise<void> {
  await context.addCookies([
    { name: 'token', value: token, url, sameSite: 'Lax' },
    { ...binding, url, httpOnly: true, sameSite: 'Strict' },
  ])
}

/** A program with a session. */
export function clientOf(url: string, { token, binding }: SessionFacts): Client {
  const client = new Client(url)
  client.cookies.set('token', token).set(binding.name, binding.value)
  return client
}

/** A virtual authenticator that creates passkeys and verifies its user. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return devtools
}
