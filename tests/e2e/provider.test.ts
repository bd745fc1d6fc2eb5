import { expect, test } from './portal.ts'
import { openPage } from './user.ts'

test('a user signs up with a provider, is redirected to the requested page, and signs in with it again', async ({
  page,
  browser,
}) => {
  await page.goto('/login?target=/dashboard')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'grace' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Grace')
  expect(page.url()).not.toContain('code=')
  await page.getByLabel('Company name').fill('Compilers Ltd')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.waitForURL('**/dashboard')

  const other = await openPage(browser, new URL(page.url()).origin)
  await other.goto('/login')
  await other.getByRole('link', { name: 'Continue with Google' }).click()
  await other.getByRole('link', { name: 'grace' }).click()
  await other.waitForURL('**/home')
  await other.close()
})

test('a sign-in canceled at the provider shows a message', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/signerror?reason=oauth_denied')
  await expect(page.getByText('The sign-in was canceled at the provider.')).toBeVisible()
})

test('a callback with a wrong state is refused, with advice', async ({ guestDesk: page }) => {
  await page.goto('/oauth/callback/google?code=stolen&state=of-somebody-else')
  await page.waitForURL('**/signerror?reason=oauth_gone')
  await expect(
    page.getByText('This sign-in was started too long ago, or in another browser. Start again.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)
})
