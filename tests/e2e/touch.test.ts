import type { Page } from '@playwright/test'
import { expect, test } from './portal.ts'

test.use({ isNewContext: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** Height that a finger hits (WCAG 2.2, 2.5.5). */
const TARGET_PX = 44

/** The buttons and inputs of the page's content that are lower, with the label or help that belongs to them. */
const lowTargets = (page: Page) =>
  page.locator('main').evaluate((main, least) => {
    const heightOf = (target: Element) => {
      const body = target.closest('[class*="-body"], .mantine-Input-input') ?? target
      const after = Number.parseFloat(getComputedStyle(target, '::after').height)
      return Math.max(body.getBoundingClientRect().height, Number.isNaN(after) ? 0 : after)
    }
    return [
      ...main.querySelectorAll(
        'button, input, textarea, select, summary, a[class*="Button"], label[class*="SegmentedControl"]',
      ),
    ]
      .filter((target) => target.checkVisibility() && target.getBoundingClientRect().width > 1)
      .filter((target) => heightOf(target) < least)
      .map((target) => `${target.getAttribute('aria-label') ?? target.textContent} ${target.outerHTML.slice(0, 120)}`)
  }, TARGET_PX)

test('buttons and inputs of a configuration are high enough for a finger on a phone', async ({ emptyPage: page }) => {
  await page.goto('/configform/add')
  await expect.poll(() => lowTargets(page)).toEqual([])
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.getByRole('radio', { name: /^Advanced/ }).check({ force: true })
  await page.getByRole('switch', { name: 'Use in 5G standalone networks' }).click({ force: true })
  await page.getByRole('switch', { name: 'ARA applet' }).click({ force: true })
  await expect(page.getByRole('textbox', { name: 'Certificate hash' })).toBeVisible()
  await expect.poll(() => lowTargets(page)).toEqual([])
  await page.goto('/profile/package')
  await expect(page.getByRole('button', { name: 'Inspect' })).toBeVisible()
  await expect.poll(() => lowTargets(page)).toEqual([])
})
