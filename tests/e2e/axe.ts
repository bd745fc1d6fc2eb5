import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { paint } from './paint.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Scheme = 'light' | 'dark'

/** The elements of the current page whose color contrast is too low, found by axe. */
export async function contrastFindings(page: Page): Promise<string[]> {
  await paint(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly: ['color-contrast'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => {
        const text = document.querySelector(String(target[0]))?.textContent ?? ''
        return `${id}: ${target} ${html.slice(0, 120)} ${text.slice(0, 60)}`
      }),
    )
  })
}

/** Waits until the page has the color scheme and finite animations have ended. */
export async function settle(page: Page, scheme: Scheme): Promise<void> {
  await page.waitForFunction((scheme) => {
    const { mantineColorScheme = scheme } = document.documentElement.dataset
    return mantineColorScheme === scheme
  }, scheme)
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
}
