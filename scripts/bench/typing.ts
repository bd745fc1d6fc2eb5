import type { Page } from '@playwright/test'
import * as configuration from '@simwright/contract/profiles/configuration'
import { openChromium } from '../test/chromium.ts'
import type { Figure } from './figure.ts'
import { measure } from './host.ts'
import { type Portal, startPortal } from './portal.ts'

const LIMIT_MS = 50
const KEYS = 40
/** The form parses a changed list half a second after the last key: some of the keys come while it does. */
const PAUSES_MS = [120, 480, 500, 520, 900]
/** The time to open the page and to draw 10,000 lines once. */
const SETTLE_MS = 2000

const oplmn = Array.from({ length: 10_000 }, (_, index) => ({
  plmn: `${200 + Math.floor(index / 100)}${String(index % 100).padStart(2, '0')}`,
  access: ['E-UTRAN' as const],
}))

/**
 * The longest time from a key to the next paint, in the form of a configuration with 10,000 preferred networks: in their
 * list and in another input. The reference is the same text in a bare textarea of the same browser.
 */
export async function typingFigures(): Promise<Figure[]> {
  const portal = await startPortal()
  const browser = await openChromium()
  try {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 1440, height: 900 } })
    await context.addCookies(Object.entries(portal.cookies).map(([name, value]) => ({ name, value, url: portal.url })))
    const page = await context.newPage()
    await page.addInitScript(WATCH_KEYS)
    await openForm(page, portal)
    const list = await slowestKey(page, 'textarea[name=oplmn]')
    const other = await slowestKey(page, 'input[name=profileName]')
    await openBareTextarea(page)
    const bare = await slowestKey(page, 'textarea')
    return [
      { name: 'package.typing with 10,000 OPLMN lines', value: list, unit: 'ms', limit: LIMIT_MS, ratio: list / bare },
      { name: 'package.typing in another input', value: other, unit: 'ms', limit: LIMIT_MS, ratio: other / bare },
    ]
  } finally {
    await browser.close()
    await portal.stop()
  }
}

async function openForm(page: Page, { client }: Portal): Promise<void> {
  const { id } = await client.ask(configuration.add, {
    fields: {
      name: 'Bench',
      type: 'Regular',
      profileName: 'Bench',
      serviceProviderName: 'Bench',
      algorithm: 'MILENAGE',
      hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
      oplmn,
      confirmationCode: { mode: 'none' },
    },
  })
  await page.goto(`/configform/edit?id=${id}`)
  await page.getByRole('button', { name: 'Other networks' }).click()
  await page.locator('textarea[name=oplmn]').waitFor()
}

/** A page with nothing but the same lines, in an input of the same size. */
async function openBareTextarea(page: Page): Promise<void> {
  const lines = oplmn.map(({ plmn, access }) => `${plmn} ${access.join(' ')}`).join('\n')
  const body = `<!doctype html><textarea rows="16" style="width: 700px; font: 13px monospace">${lines}</textarea>`
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/bare')
}

/** Runs in the page before its scripts. As text, because Node's types do not have the browser's globals. */
const WATCH_KEYS = `
  globalThis.keyTimes = []
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const painted = new MessageChannel()
    painted.port1.onmessage = () => keyTimes.push(performance.now() - timeStamp)
    painted.port2.postMessage(0)
  }), true)`
const TAKE_TIME = `new Promise((resolve) => {
  const take = () => keyTimes.length > 0 ? resolve(Math.max(...keyTimes.splice(0))) : setTimeout(take, 5)
  take()
})`

const GO_TO_MIDDLE = `(input) => {
  const lineEnd = input.value.indexOf('\\n', input.value.length / 2)
  const at = lineEnd === -1 ? input.value.length : lineEnd
  input.setSelectionRange(at, at)
}`

/** Types digits in the middle of the text, and returns the longest time from a key to the next paint. */
async function slowestKey(page: Page, selector: string): Promise<number> {
  const input = page.locator(selector)
  await input.scrollIntoViewIfNeeded()
  await input.focus()
  await input.evaluate(GO_TO_MIDDLE)
  await page.keyboard.press('7')
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(TAKE_TIME)
  const { kept, disturbed } = await measure(KEYS, async (round) => {
    await page.waitForTimeout(PAUSES_MS[round % PAUSES_MS.length]!)
    await page.keyboard.press(String(round % 10))
    return await page.evaluate<number>(TAKE_TIME)
  })
  const median = kept.toSorted((a, b) => a - b)[KEYS / 2]!
  const slowest = Math.max(...kept)
  console.error(
    `package.typing ${selector}: median ${median.toFixed(1)} ms, longest ${slowest.toFixed(1)} ms of ${KEYS} keys, ${disturbed.length} repeated because of the machine's host`,
  )
  return slowest
}
