import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './account.ts'
import { seeNotice } from './notice.ts'
import { PROOF } from './proof.ts'
import { openPage } from './user.ts'

const TWO_HOURS_MS = 2 * 60 * 60 * 1000

type Person = { email: string; password: string }

async function typePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Password( \*)?$/).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signIn(page: Page, person: Person): Promise<void> {
  await typePassword(page, person)
  await expect(page).toHaveURL(/\/home$/)
}

test('after too many wrong passwords the page counts down the seconds to wait', PROOF, async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill('typo@example.com')
  const alert = page.getByRole('alert')
  const wait = alert.getByText(/Try again in \d+ seconds?\./).and(page.locator('[aria-hidden]'))
  await expect(async () => {
    await page.getByLabel(/^Password( \*)?$/).fill('Wrong-Password-1')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(alert).toBeVisible()
    await expect(wait).toBeVisible({ timeout: 500 })
  }).toPass()
  const seconds = async () => Number(/\d+/.exec((await wait.textContent()) ?? '')?.[0])
  const first = await seconds()
  await expect.poll(seconds, { intervals: [200] }).toBeLessThan(first)
  await expect(alert).toContainText('You can try again now.')
})

const linkOf = (text: string | undefined) => new URL(/https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '')

test(
  'sign-up, its mail by SMTP, sent again, activation: after one link has worked, none does',
  PROOF,
  async ({ page, accounts }) => {
    const person = { email: 'ada@example.com', password: accounts.password }
    await page.goto('/signup')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Byron')
    await page.getByLabel('Company name').fill('Engines')
    await page.getByLabel('E-mail').fill(person.email)
    await page.getByLabel(/^Password( \*)?$/).fill(person.password)
    await page.getByLabel('Confirm password').fill(person.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('MVNO', { exact: true }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expect.poll(() => accounts.letters(person.email)).toHaveLength(1)

    await typePassword(page, person)
    await page.getByRole('button', { name: 'Resend activation e-mail' }).click()
    await expect.poll(() => accounts.letters(person.email)).toHaveLength(2)
    const [newer, older] = (await accounts.letters(person.email)).map(linkOf)
    await page.goto(newer!.href)
    await page.getByRole('button', { name: 'Activate account' }).click()
    await expect(page).toHaveURL(/\/home$/)
    await page.context().clearCookies()
    for (const used of [newer, older]) {
      await page.goto(used!.href)
      await page.getByRole('button', { name: 'Activate account' }).click()
      await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    }
    await signIn(page, person)
  },
)

for (const [what, claims] of [
  ['another nonce', { nonce: 'of-somebody-else' }],
  ['a time that is over', { iat: -7200, exp: -3600 }],
] as const) {
  test(`an ID token with ${what} is refused on a page that says how to continue`, PROOF, async ({ page, accounts }) => {
    await accounts.forge(claims)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'liar' }).click()
    await page.waitForURL('**/signerror?reason=oauth_refused')
    await accounts.forge(null)
    await expect(page.getByText('response could not be verified')).toBeVisible()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
}

test('a used code is refused, in this browser and in another', PROOF, async ({ page, browser, accounts }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  const returned = page.waitForRequest(/\/oauth\/callback\/google\?/)
  await page.getByRole('link', { name: 'replayed' }).click()
  const address = (await returned).url()
  await expect(page.getByLabel('First name')).toHaveValue('Wanda')
  const other = await openPage(browser, accounts.url)
  for (const again of [page, other]) {
    await again.goto(address)
    await again.waitForURL('**/signerror?reason=oauth_gone')
    await expect(again.getByText('Begin again.')).toBeVisible()
  }
  await other.close()
})

test('an account is linked to a provider, signs in with it, and is unlinked', PROOF, async ({ page, accounts }) => {
  const email = await accounts.open('LAB')
  await signIn(page, { email, password: accounts.password })
  await page.goto('/user/security')
  await page.getByRole('button', { name: 'Link Google' }).click()
  await page.getByRole('link', { name: 'linked' }).click()
  const list = page.getByRole('list', { name: 'Linked accounts' })
  await expect(list).toContainText('linked@example.com')
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'linked' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto('/user/security')
  await list.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await expect(list).toContainText('No linked accounts yet')
})

test('personal data can be downloaded; a deletion can be requested and canceled', PROOF, async ({ page, accounts }) => {
  const email = await accounts.open('LAB')
  await signIn(page, { email, password: accounts.password })
  await page.goto('/user/account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain(email)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account will be deleted on')).toBeVisible()
  await seeNotice(page, 'Your account will not be deleted.', () =>
    page.getByRole('button', { name: 'Keep my account' }).click(),
  )
  await expect.poll(() => accounts.letters(email)).toHaveLength(2)
})

test(
  'where single sign-on is the only way in, it is: for who arrives, not by a password',
  PROOF,
  async ({ page, accounts }) => {
    await typePassword(page, { email: 'pete@worker.example', password: accounts.password })
    await expect(page.getByRole('alert')).toContainText('Your enterprise account requires single sign-on.')
    await page.goto('/login')
    await page.getByRole('button', { name: 'Single sign-on' }).click()
    await page.getByLabel('E-mail').fill('wanda@worker.example')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByRole('link', { name: 'wanda' }).click()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('button', { name: /^Worker Mobile/ })).toBeVisible()
  },
)

test(
  'two tabs: one signs out everywhere, and the other, and another browser, are out without a reload',
  PROOF,
  async ({ page, browser, accounts }) => {
    const person = { email: await accounts.open('LAB'), password: accounts.password }
    const elsewhere = await openPage(browser, accounts.url)
    await signIn(elsewhere, person)
    await signIn(page, person)
    const tab = await page.context().newPage()
    await tab.goto('/config')
    await expect(tab).toHaveTitle(/^Profile configuration/)
    await page.goto('/user/sessions')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL(/\/login/)
    await expect(tab).toHaveURL(/\/login/)
    await expect(elsewhere).toHaveURL(/\/login/)
    await expect(elsewhere.getByText('Your session was ended elsewhere. Sign in again.')).toBeVisible()
    await elsewhere.close()
  },
)

test(
  'two tabs: one switches the enterprise account, and the other goes on in it',
  PROOF,
  async ({ page, accounts }) => {
    await signIn(page, { email: await accounts.open('LAB'), password: accounts.password })
    const tab = await page.context().newPage()
    await tab.goto('/config')
    await expect(tab.getByRole('button', { name: /^Harbour/ })).toBeVisible()
    await page.getByRole('button', { name: /Switch enterprise account/ }).click()
    await page.getByRole('menuitem', { name: 'Add enterprise account' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Second Harbour')
    await page.getByRole('dialog').getByRole('button', { name: 'Create and switch' }).click()
    await expect(page.getByRole('button', { name: /^Second Harbour/ })).toBeVisible()
    await expect(tab.getByRole('button', { name: /^Second Harbour/ })).toBeVisible()
    await expect(tab).toHaveURL(/\/config$/)
  },
)

test(
  'a session that lay idle for two hours is over for the server, and the page says so',
  PROOF,
  async ({ page, accounts }) => {
    await signIn(page, { email: await accounts.open('LAB'), password: accounts.password })
    await page.close()
    await accounts.moveMs(TWO_HOURS_MS + 60_000)
    const later = await page.context().newPage()
    await later.goto('/config')
    await expect(later).toHaveURL(/\/login\?.*target=/)
    await expect(later.getByText(/session has expired|without activity/)).toBeVisible()
    await accounts.moveMs(-TWO_HOURS_MS - 60_000)
  },
)
