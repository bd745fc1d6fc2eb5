import type { Page } from '@playwright/test'
import { openChromium } from '../test/chromium.ts'
import type { Figure } from './figure.ts'
import { watchStolen } from './host.ts'
import type { Portal } from './portal.ts'

const TASK_LIMIT_MS = 50
const INP_LIMIT_MS = 100
const ROWS_SHOWN = '200'
const WHEEL_PX = 240
const WHEELS = 60
/** The browser reports interactions from this duration; faster ones are not reported. */
const REPORTED_FROM_MS = 16

/**
 * Fleet in a browser with the largest page size: the longest task while the list scrolls, and the slowest of the common
 * interactions, to the next paint (Event Timing API, in steps of 8 ms).
 */
export async function fleetBrowserFigures({ url, cookies }: Portal): Promise<Figure[]> {
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
    const page = await context.newPage()
    await page.addInitScript(WATCH_TIMES)
    await page.goto('/profile/fleet')
    await page.getByRole('combobox', { name: 'Rows per page' }).selectOption(ROWS_SHOWN)
    await page.getByRole('row').nth(Number(ROWS_SHOWN)).waitFor()
    await settled(page)
    const stolen = watchStolen()
    const task = await longestWhileScrolling(page)
    const interaction = await slowestInteraction(page)
    console.error(`fleet.inp: ${stolen()} of the processor time was taken by the machine's host meanwhile`)
    return [
      { name: 'fleet.scroll-task', value: task, unit: 'ms', limit: TASK_LIMIT_MS, ratio: task / TASK_LIMIT_MS },
      { name: 'fleet.inp', value: interaction, unit: 'ms', limit: INP_LIMIT_MS, ratio: interaction / INP_LIMIT_MS },
    ]
  } finally {
    await browser.close()
  }
}

/** Milliseconds. */
type Times = { tasks: number[]; interactions: number[] }

/** Runs in the page before its scripts. As text, because Node's types do not have the browser's globals. */
const WATCH_TIMES = `
  globalThis.fleetTimes = { tasks: [], interactions: [] }
  const watch = (options, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe(options)
  watch({ type: 'longtask' }, ({ duration }) => fleetTimes.tasks.push(duration))
  watch({ type: 'event', durationThreshold: ${REPORTED_FROM_MS} }, ({ interactionId, duration }) => {
    if (interactionId) fleetTimes.interactions.push(duration)
  })`
const TAKE_TIMES = `({ tasks: fleetTimes.tasks.splice(0), interactions: fleetTimes.interactions.splice(0) })`
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve(0)))'
const PAINTED = 'new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(0), 50)))'

/** Takes the times recorded since the previous call. */
async function takeTimes(page: Page): Promise<Times> {
  await page.evaluate(PAINTED)
  return await page.evaluate<Times>(TAKE_TIMES)
}

async function longestWhileScrolling(page: Page): Promise<number> {
  await page.getByRole('table').hover()
  await takeTimes(page)
  for (let wheel = 0; wheel < WHEELS; wheel++) {
    await page.mouse.wheel(0, wheel < WHEELS / 2 ? WHEEL_PX : -WHEEL_PX)
    await page.evaluate(NEXT_FRAME)
  }
  const { tasks } = await takeTimes(page)
  console.error(`fleet.scroll-task: ${tasks.length} tasks of 50 ms or more`)
  return Math.max(0, ...tasks)
}

/**
 * Each action waits until the page shows its result. Network and database are measured by fleet.first-page and others.
 */
async function slowestInteraction(page: Page): Promise<number> {
  let slowest = 0
  for (const [name, action] of actionsOf(page)) {
    await takeTimes(page)
    await action()
    const { interactions } = await takeTimes(page)
    const duration = Math.max(0, ...interactions)
    console.error(`fleet.inp ${name}: ${duration === 0 ? `under ${REPORTED_FROM_MS}` : duration} ms`)
    slowest = Math.max(slowest, duration)
  }
  return slowest
}

/**
 * Elements are located by CSS selectors during interactions: locating by role makes Playwright read the whole page in
 * its main thread (about 100 ms for two hundred rows), in each frame while it waits.
 */
function actionsOf(page: Page): [string, () => Promise<void>][] {
  const rows = page.locator('table tr')
  const boxes = page.locator('table input[type="checkbox"]')
  const query = page.getByRole('combobox', { name: 'Filter by words' })
  const drawer = page.locator('[role="dialog"]')
  return [
    ['tick a row', () => boxes.nth(3).click()],
    [
      'tick another by key',
      () =>
        rows
          .nth(5)
          .focus()
          .then(() => page.keyboard.press('Space')),
    ],
    ['tick all rows', () => boxes.first().click()],
    ['untick all rows', () => boxes.first().click()],
    [
      'go down by key',
      () =>
        rows
          .nth(2)
          .focus()
          .then(() => page.keyboard.press('ArrowDown')),
    ],
    [
      'open a profile',
      () =>
        rows
          .nth(4)
          .locator('td')
          .nth(4)
          .click()
          .then(() => drawer.waitFor()),
    ],
    ['close it', () => page.keyboard.press('Escape').then(() => drawer.waitFor({ state: 'hidden' }))],
    ['open the menu of filters', () => page.getByRole('button', { name: 'Add a filter' }).click()],
    ['close the menu', () => page.keyboard.press('Escape')],
    ['write a query', () => query.pressSequentially('status:enabled')],
    [
      'ask it',
      () =>
        page.keyboard
          .press('Escape')
          .then(() => query.press('Enter'))
          .then(() => settled(page)),
    ],
    [
      'next page',
      () =>
        page
          .getByRole('button', { name: 'Next page' })
          .click()
          .then(() => settled(page)),
    ],
  ]
}

async function settled(page: Page): Promise<void> {
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
