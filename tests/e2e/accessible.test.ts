import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WIDTHS = [1440, 390]
const SCHEMES = ['light', 'dark'] as const

/** What axe finds on the page as it is shown, each as `rule: where`. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`),
    )
  })
}

/** In both schemes, on a desk and on a phone. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
      )
      expect.soft(await findings(page), `${width} px, ${colorScheme}`).toEqual([])
    }
  }
}

type Screen = { path: string; shows: string | RegExp }

const PUBLIC: readonly Screen[] = [
  { path: '/login', shows: /^Sign in to/ },
  { path: '/signup', shows: 'Create your account' },
  { path: '/fgpassword', shows: 'Set a new password' },
  { path: '/sign/reset', shows: 'This link does not work any more' },
  { path: '/sign/reset?token=of-nobody', shows: 'Choose a new password' },
  { path: '/signerror', shows: 'Signing in did not work' },
  { path: '/confirm', shows: 'Activate your account' },
  { path: '/confirm?token=of-nobody', shows: 'This link does not work any more' },
  { path: '/nopermission', shows: 'You have no permission for this page' },
  { path: '/no/such/page', shows: 'This page does not exist' },
]

const SIGNED_IN: readonly Screen[] = [
  { path: '/home', shows: /./ },
  { path: '/config', shows: 'Profile configuration' },
  { path: '/configform/add', shows: 'New profile configuration' },
  { path: '/profile/generateac', shows: 'Generate AC' },
  { path: '/profile/fleet', shows: 'Fleet' },
  { path: '/logs', shows: 'Logs' },
  { path: '/dashboard', shows: 'Dashboard' },
  { path: '/user/account', shows: 'Account' },
  { path: '/user/changePassword', shows: 'Change password' },
  { path: '/user/security', shows: 'Security' },
  { path: '/user/sessions', shows: 'Sessions' },
]

for (const { path, shows } of PUBLIC) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: shows }).first()).toBeVisible()
    await expectAccessible(page)
  })
}

for (const { path, shows } of SIGNED_IN) {
  test(`axe finds nothing on ${path}`, async ({ demoPage }) => {
    await demoPage.goto(path)
    await expect(demoPage.getByRole('heading', { name: shows }).first()).toBeVisible()
    await demoPage.waitForLoadState('networkidle')
    await expectAccessible(demoPage)
  })
}

test('axe finds nothing in the development mailbox', async ({ page, portal }) => {
  await page.goto(portal.mailbox)
  await expectAccessible(page)
})
