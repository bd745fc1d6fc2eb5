import { type Browser, type BrowserContext, test as base, type CDPSession, type Page } from '@playwright/test'
import { Client } from '../../apps/server/src/testing/client.ts'
import { keptContexts } from './kept-context.ts'
import { stopPainting } from './paint.ts'
import type { SessionFacts } from './session.ts'

export type { SessionFacts } from './session.ts'

export type StaffRole = 'Platform admin' | 'Platform support'

type TestFixtures = {
  /** A new context: for tests that set the clock of their pages, or have another screen. */
  isNewContext: boolean
  giveBack: undefined
}

/** The base of all tests: their pages are not painted, see `stopPainting`, and nothing is stored in them. */
export const test = base.extend<TestFixtures>({
  isNewContext: [false, { option: true }],
  giveBack: [
    async ({ browser }, use) => {
      await use(undefined)
      await keptContexts(browser).giveBack()
    },
    { auto: true },
  ],
  context: async ({ browser, isNewContext, baseURL, viewport, hasTouch, isMobile }, use) => {
    if (!isNewContext) return await use((await keptContexts(browser).open(baseURL!)).context())
    const context = await browser.newContext({ ...LOCALE, baseURL, viewport, hasTouch, isMobile })
    await stopPainting(context)
    await use(context)
    await context.close()
  },
  page: async ({ context }, use) => await use(context.pages()[0] ?? (await context.newPage())),
})

const LOCALE = { locale: 'en-US', timezoneId: 'UTC' }

/** A page of another person, in a context of their own until the test ends; signed in if there is a session. */
export async function openPage(browser: Browser, url: string, session?: SessionFacts): Promise<Page> {
  const page = await keptContexts(browser).open(url)
  if (session) await signIn(page.context(), url, session)
  return page
}

/** `openPage` in a new context, which stays open: for pages that several tests use, or with a clock that is set. */
export async function openNewPage(browser: Browser, url: string, session?: SessionFacts): Promise<Page> {
  const context = await browser.newContext({ ...LOCALE, baseURL: url })
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
