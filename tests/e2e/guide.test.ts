import type { Page } from '@playwright/test'
import { contrastFindings } from './axe.ts'
import { expect, test } from './portal.ts'

/** The requests of a page to other hosts, from now on. */
function foreignRequests(page: Page, url: string): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) foreign.push(request.url())
  })
  return foreign
}

test('the guide opens from home; its scripts cannot read the session, and no request leaves the machine', async ({
  demoPage: page,
  portal,
}) => {
  const foreign = foreignRequests(page, portal.url)
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await page.goto('/home')
  await page.getByRole('link', { name: 'Quick start' }).click()
  await expect(page).toHaveTitle('Quick start - Simwright')

  // what an attacker's script in the guide would try
  const tried = await page.evaluate(async () => {
    const attempt = async (work: () => unknown) => {
      try {
        return String(await work())
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      origin: self.origin,
      cookie: await attempt(() => document.cookie),
      local: await attempt(() => localStorage.length),
      session: await attempt(() => sessionStorage.length),
      database: await attempt(() => indexedDB.databases()),
      call: await attempt(() =>
        fetch('/api/v1/permission/getUserPermissions', { method: 'POST', credentials: 'include' }),
      ),
    }
  })
  expect(tried).toEqual({
    origin: 'null',
    cookie: 'SecurityError',
    local: 'SecurityError',
    session: 'SecurityError',
    database: expect.stringMatching(/Error$/),
    call: 'TypeError',
  })
  await page.goto('/home')
  await expect(page).toHaveURL(/\/home/)
  expect(foreign).toEqual([])
  expect(messages.filter((text) => /Content Security Policy/.test(text))).toEqual([])
})

test('the guide is searched by keyboard, and code is copied', async ({ guestDesk: page }) => {
  await page.goto('/docs/quick-start')
  await page.keyboard.press('/')
  await page.keyboard.type('matching id')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/docs\/[a-z-]+(#.+)?$/)
  await page.goto('/docs/quick-start')
  const copy = page.locator('.code button').first()
  await copy.click()
  await expect(copy).toHaveText('Copied')
})

test('the guide is legible in light and dark, keeps the chosen scheme, and fits a phone', async ({
  guestDesk: page,
}) => {
  await page.goto('/docs/concepts')
  await expect.poll(() => contrastFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => contrastFindings(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Quick start' }).click()
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible()
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: 'Contents' }).click()
  await expect(page.getByRole('link', { name: 'Concepts' }).first()).toBeVisible()
  await page.setViewportSize(size)
})
