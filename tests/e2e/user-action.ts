import type { Locator, Page } from '@playwright/test'
import { expect, test } from './portal.ts'

/** What a user did on a page since it was opened; typed text does not count. */
export type ActionCount = { clicks: number; keys: number }

/** Counts the user's clicks, and key presses that type nothing. Call it before the page is loaded. */
export async function countActions(page: Page, count: ActionCount = { clicks: 0, keys: 0 }): Promise<ActionCount> {
  await page.exposeBinding('countAction', (_, kind: keyof ActionCount) => {
    count[kind] += 1
  })
  await page.addInitScript(() => {
    const { countAction } = window as unknown as { countAction: (kind: 'clicks' | 'keys') => void }
    const typesInto = (target: EventTarget | null) =>
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type))
    // on the document: a click that Playwright takes back, because its target moved, does not come this far
    document.addEventListener('pointerdown', (event) => event.isTrusted && countAction('clicks'), true)
    document.addEventListener(
      'keydown',
      ({ isTrusted, key, target, ctrlKey }) => {
        if (!isTrusted || ['Shift', 'Control'].includes(key)) return
        if (key.length > 1 || ctrlKey || !typesInto(target)) countAction('keys')
      },
      true,
    )
  })
  return count
}

/** Fails when a job takes more clicks than it did; adds the number to the report of the test. */
export function expectClicks(count: ActionCount, most: number): void {
  const description = `${count.clicks} clicks, ${count.keys} keys`
  test.info().annotations.push({ type: 'actions', description })
  expect(count.clicks, description).toBeLessThanOrEqual(most)
}

/** Types into a field like a user, who clicks it first unless it has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  if (!(await field.evaluate((element) => element === document.activeElement))) await field.click()
  await field.fill(text)
}

/** Presses a key until the target has the focus. At each stop the focus must be on something, and visible. */
export async function moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  const stops: string[] = []
  while (!(await target.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press(key)
    stops.push(await expectVisibleFocus(page))
    if (stops.length > 60) throw new Error(`${target} is not reached by ${key}: ${stops.join(', ')}`)
  }
  await expectVisibleFocus(page)
}

/** @returns the name of the element with the focus */
export async function expectVisibleFocus(page: Page): Promise<string> {
  let name = ''
  const faultOf = async () => {
    const focus = await page.evaluate(readFocus)
    name = focus.name
    return `${name}: ${focus.fault}`
  }
  await expect.poll(faultOf, { message: 'the focus is visible', intervals: [0, 30, 60, 100] }).toMatch(/: ok$/)
  return name
}

/** Runs in the page: the name of the element with the focus, and what is wrong with its appearance. */
function readFocus(): { name: string; fault: string } {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return { name: 'nothing', fault: 'no focus' }
  const name = element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.outerHTML)
  const isRing = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none'
  // an input that is drawn by its label shows the focus there
  const drawn = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => !!one)
  const hasRing = drawn.some((one) => [null, '::before', '::after'].some((part) => isRing(getComputedStyle(one, part))))
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  return { name, fault: hasRing ? (isInView ? 'ok' : 'outside of the window') : 'no ring' }
}

/** A link of the side bar. */
export const sideBarLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

/** A link of the side bar in a group that is folded: opens the group. */
export async function unfoldedLink(page: Page, group: string, name: string): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: group, exact: true }).click()
  return sideBarLink(page, name)
}
