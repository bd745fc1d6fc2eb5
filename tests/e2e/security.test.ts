import type { Page } from '@playwright/test'
import { codeOf, stepAt } from '../../apps/server/src/modules/people/security/totp.ts'
import { seeNotice } from './notice.ts'
import { expect, test } from './portal.ts'
import { addAuthenticator, openPage } from './user.ts'

const PASSWORD = 'Quiet-Harbour-7'

type Visitor = { page: Page; email: string; mailbox: string }

/** The URL of the link of this kind in the newest mail. */
async function linkOf({ page, mailbox }: Omit<Visitor, 'email'>, path: string): Promise<string> {
  const html = await (await page.request.get(mailbox)).text()
  return new RegExp(`/${path}\\?token=[\\w-]+`).exec(html)?.[0] ?? ''
}

/** Creates an account, activates it by the link in the mail, and signs out: activation signs in. */
async function signUp(page: Page, mailbox: string): Promise<Visitor> {
  const email = `ada-${crypto.randomUUID()}@example.com`
  const person = { email, password: PASSWORD, firstName: 'Ada', lastName: 'Byron', companyName: 'Engines' }
  await page.request.post('/api/v1/user/register', { data: person })
  const token = (await linkOf({ page, mailbox }, 'confirm')).split('=')[1]
  await page.request.post('/api/v1/user/verify', { data: { token } })
  await page.context().clearCookies()
  return { page, email, mailbox }
}

async function typePassword({ page, email }: Visitor, password: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password( \*)?$/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const isIn = async (page: Page) => await expect(page).toHaveURL(/\/home/)

function bytesOf(base32: string): Uint8Array {
  const bits = [...base32]
    .map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

test('a forgotten password is reset by a link in a mail, which works once', async ({ page, portal }) => {
  const visitor = await signUp(page, portal.mailbox)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(visitor.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const link = await linkOf(visitor, 'sign/reset')
  const set = async () => {
    await page.goto(link)
    await page.getByLabel('New password').first().fill('Other-Harbour-8')
    await page.getByLabel('Confirm password').first().fill('Other-Harbour-8')
    await page.getByRole('button', { name: 'Set password' }).click()
  }
  await set()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()
  await set()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await typePassword(visitor, PASSWORD)
  await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is wrong.')
  await typePassword(visitor, 'Other-Harbour-8')
  await isIn(page)
})

test('an authenticator app or a recovery code is the second step of a sign-in', async ({ page, portal }) => {
  const visitor = await signUp(page, portal.mailbox)
  await typePassword(visitor, PASSWORD)
  await isIn(page)
  await page.goto('/user/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  const secret = dialog.locator('code')
  await expect(secret).toHaveText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/)
  const key = bytesOf((await secret.innerText()).replaceAll(' ', ''))
  const now = stepAt(portal.now())
  await dialog.getByLabel(/^Code( \*)?$/).fill(codeOf(key, now))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('Store these recovery codes')).toBeVisible()
  const [code = ''] = await dialog.getByRole('listitem').allInnerTexts()
  await dialog.getByRole('button', { name: 'I have stored them' }).click()

  await page.context().clearCookies()
  await typePassword(visitor, PASSWORD)
  // the code of the next half minute, because each is accepted once
  await page.getByLabel(/^Code( \*)?$/).fill(codeOf(key, now + 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isIn(page)

  const byRecoveryCode = async () => {
    await page.context().clearCookies()
    await typePassword(visitor, PASSWORD)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await byRecoveryCode()
  await isIn(page)
  await byRecoveryCode()
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has already been used.')
})

test('a passkey is created, and signs in after the password and instead of it', async ({ page, portal }) => {
  const visitor = await signUp(page, portal.mailbox)
  const devtools = await addAuthenticator(page)
  await typePassword(visitor, PASSWORD)
  await isIn(page)
  await page.goto('/user/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Work laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Work laptop')

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isIn(page)

  await page.context().clearCookies()
  await typePassword(visitor, PASSWORD)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isIn(page)

  await page.goto('/user/security')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('No passkeys yet')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey is unknown or could not be verified.')).toBeVisible()
  await devtools.detach()
})

test('changing the password ends the sessions of other browsers', async ({ page, browser, portal }) => {
  const visitor = await signUp(page, portal.mailbox)
  await typePassword(visitor, PASSWORD)
  await isIn(page)
  const other = await openPage(browser, portal.url)
  await typePassword({ ...visitor, page: other }, PASSWORD)
  await isIn(other)
  await page.goto('/user/changePassword')
  await page.getByLabel('Old password').fill(PASSWORD)
  await page.getByLabel('New password').first().fill('Other-Harbour-8')
  await page.getByLabel('Confirm password').first().fill('Other-Harbour-8')
  await seeNotice(page, 'Your password was changed. All other sessions were ended.', () =>
    page.getByRole('button', { name: 'Change password' }).click(),
  )
  await other.goto('/user/sessions')
  await expect(other).toHaveURL(/\/login/)
  await page.goto('/user/sessions')
  await expect(page.getByText('This session')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/login/)
  await other.close()
})
