import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { pages } from '../../apps/web/src/paths.ts'
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

/** Waits for what moves to come to rest; what moves for ever is let be. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
}

/** In both schemes, on a desk and on a phone; nothing sticks out of a narrow screen. */
async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settle(page)
      expect.soft(await findings(page), `${width} px, ${colorScheme}`).toEqual([])
    }
    const { scrollWidth } = await page.evaluate(() => ({ scrollWidth: document.documentElement.scrollWidth }))
    expect.soft(scrollWidth, `width at ${width} px`).toBeLessThanOrEqual(width)
  }
}

const FOR_ANYONE: Readonly<Record<string, string | RegExp>> = {
  '/login': /^Sign in to/,
  '/signup': 'Create your account',
  '/signerror': 'Signing in did not work',
  '/confirm': 'Activate your account',
  '/confirm?token=of-nobody': 'This link does not work any more',
  '/nopermission': 'You have no permission for this page',
  '/no/such/page': 'This page does not exist',
}

for (const [path, heading] of Object.entries(FOR_ANYONE)) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expectAccessible(page)
  })
}

test('axe finds nothing in the development mailbox', async ({ page, portal }) => {
  await page.goto(portal.mailbox)
  await expectAccessible(page)
})

test('axe finds nothing on the public page of an activation code', async ({ page, portal }) => {
  await page.goto(portal.places.code)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectAccessible(page)
})

/** All pages behind the sign-in, each filled by the demo. A list is narrowed: its rows are alike. */
const FRAMED = Object.values(pages).map(({ path, title }) => ({
  title,
  path: path === pages.fleet.path ? `${path}?status=DELETED,DISABLED` : path.replace('$operation', 'add'),
}))

for (const { path, title } of FRAMED) {
  test(`axe finds nothing on ${path}`, async ({ demoPage }) => {
    await demoPage.goto(path)
    await expect(demoPage).toHaveTitle(`${title} - Simwright`)
    await expect(demoPage.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expectAccessible(demoPage)
  })
}

for (const [tab, shows] of [
  ['overview', 'Bound to EID'],
  ['timeline', 'The profile was disabled on the device.'],
  ['code', 'One-tap links'],
] as const) {
  test(`axe finds nothing in the ${tab} of a profile`, async ({ demoPage, portal }) => {
    await demoPage.goto(`/profile/fleet?status=DISABLED&profile=${portal.places.profile}&tab=${tab}`)
    await expect(demoPage.getByRole('dialog').getByText(shows).first()).toBeVisible()
    await expectAccessible(demoPage)
  })
}

test('axe finds nothing in the profile log', async ({ demoPage }) => {
  await demoPage.goto('/logs?log=profile&type=REFUSED')
  await expect(demoPage.getByText('Refused').first()).toBeVisible()
  await expectAccessible(demoPage)
})

test('axe finds nothing in a batch', async ({ demoPage, portal }) => {
  await demoPage.goto(`/logs?batch=${portal.places.batch}`)
  await expect(demoPage.getByRole('dialog').getByText('subscribers.csv.pgp').first()).toBeVisible()
  await expectAccessible(demoPage)
})

test('axe finds nothing on the preview of a file with faults', async ({ demoPage, portal }) => {
  await demoPage.goto(`/profile/generateac?source=${portal.places.source}`)
  await expect(demoPage.getByText('460 IMSI is not allowed.').first()).toBeVisible()
  await expectAccessible(demoPage)
})

test('axe finds nothing on the progress of a batch', async ({ demoPage, portal }) => {
  await demoPage.goto(`/profile/generateac?batch=${portal.places.batch}`)
  await expect(demoPage.getByText('40 activation codes are ready').first()).toBeVisible()
  await expectAccessible(demoPage)
})

test('axe finds nothing on a form that is refused', async ({ demoPage }) => {
  await demoPage.goto('/configform/add')
  await demoPage.getByRole('button', { name: 'Create configuration' }).click()
  await expect(demoPage.getByText('Please check the information in the form.')).toBeVisible()
  await expectAccessible(demoPage)
})
