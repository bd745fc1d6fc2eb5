import type { Request } from '@playwright/test'
import * as account from '@simwright/contract/people/account'
import { expect, test } from './portal.ts'
import { openPage } from './user.ts'

const TWO_HOURS_MS = 2 * 60 * 60 * 1000

test('an unauthenticated visitor is redirected to the sign-in page, and then to the requested page', async ({
  page,
  portal,
}) => {
  await page.goto('/config')
  await expect(page).toHaveURL(/\/login\b/)
  await expect(page).toHaveTitle('Sign in - Simwright')
  await page.getByLabel('E-mail').fill(portal.demo.email)
  await page.getByLabel(/^Password( \*)?$/).fill(portal.demo.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/config$/)
  await expect(page).toHaveTitle('Profile configuration - Simwright')
})

test('a wrong password is refused with a message', async ({ guestDesk: page, portal }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(portal.demo.email)
  await page.getByLabel(/^Password( \*)?$/).fill('Wrong-Password-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The e-mail address or the password is wrong.')
  await expect(page).toHaveURL(/\/login/)
})

for (const path of ['/login', '/signup', '/signerror', '/', '/confirm', '/sign/reset']) {
  test(`a signed-in user who opens ${path} is redirected to the home page`, async ({ demoDesk }) => {
    await demoDesk.goto(path)
    await expect(demoDesk).toHaveURL(/\/home$/)
    await expect(demoDesk).toHaveTitle('Home - Simwright')
  })
}

test('an unknown path shows "not found", signed in or not', async ({ page, demoPage, browser, portal }) => {
  await demoPage.goto('/there/is/no/such/page')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  const stranger = await openPage(browser, portal.url)
  await stranger.goto('/there/is/no/such/page')
  await expect(stranger.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await expect(stranger).toHaveTitle('Not found - Simwright')
  await stranger.goto('/login/a/b')
  await expect(stranger).toHaveTitle('Not found - Simwright')
  await stranger.close()
  for (const path of ['/configform/nothing', '/order/purchase/nothing']) {
    await demoPage.goto(path)
    await expect(demoPage.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
    await expect(demoPage).toHaveTitle('Not found - Simwright')
  }
  await demoPage.getByRole('link', { name: 'Go to Home' }).click()
  await expect(demoPage).toHaveTitle('Home - Simwright')
})

test('a lost connection is shown until it is back', async ({ demoPage }) => {
  await demoPage.goto('/team/role')
  await expect(demoPage.getByRole('cell', { name: 'Owner' }).first()).toBeVisible()
  const strip = demoPage.getByText(/^The portal cannot be reached/)
  await demoPage.context().setOffline(true)
  await expect(strip).toBeVisible()
  await demoPage.context().setOffline(false)
  await expect(strip).toHaveCount(0)
})

test('a page that is opened without a connection says so, and is there when the connection is back', async ({
  demoPage,
}) => {
  await demoPage.goto('/team/role')
  await expect(demoPage.getByRole('cell', { name: 'Owner' }).first()).toBeVisible()
  await demoPage.context().setOffline(true)
  await demoPage.getByRole('link', { name: 'Campaign' }).click()
  await expect(demoPage.getByRole('main').getByText(/^The portal cannot be reached/)).toBeVisible()
  await demoPage.context().setOffline(false)
  await expect(demoPage.getByRole('heading', { name: 'Campaign', level: 1 })).toBeVisible()
})

test.describe('with a clock', () => {
  test.use({ isNewContext: true })
  test('after two hours without activity the user is signed out, with a message', async ({ demoPage }) => {
    await demoPage.clock.install()
    await demoPage.goto('/config')
    await expect(demoPage).toHaveTitle('Profile configuration - Simwright')
    await demoPage.clock.fastForward(TWO_HOURS_MS + 60_000)
    await expect(demoPage).toHaveURL(/\/login/)
    await expect(demoPage.getByText('You were signed out after 2 hours without activity.')).toBeVisible()
  })
})

test('signing out ends the session on the server', async ({ page, portal }) => {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(portal.demo.email)
  await page.getByLabel(/^Password( \*)?$/).fill(portal.demo.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: /your account$/ }).click()
  const refused: string[] = []
  const late = new Set<Request>()
  let isSignedOut = false
  page.on('request', (request) => isSignedOut && late.add(request))
  page.on('response', (answer) => {
    if (answer.url().endsWith(account.logout.path)) isSignedOut = true
    // not the calls of the page that were on their way before
    if (answer.status() === 401 && late.has(answer.request())) refused.push(answer.url())
  })
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  // nothing of the page that was left calls with the ended session
  expect(refused).toEqual([])
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
  await page.context().addCookies(cookies)
  await page.goto('/config')
  await expect(page).toHaveURL(/\/login/)
})
