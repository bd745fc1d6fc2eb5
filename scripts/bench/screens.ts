import { type BrowserContext, chromium, type Page } from '@playwright/test'
import * as account from '@simwright/contract/people/account'
import { Client } from '../../apps/server/src/testing/client.ts'
import { startDemo } from '../demo-process.ts'
import { findTools } from '../test/machine.ts'
import type { Figure } from './figure.ts'
import { watchStolen } from './host.ts'
import { startPortal } from './portal.ts'

const PROFILES = 1_000_000
const CHANGE_LIMIT_MS = 150
const FIRST_VISIT_LIMIT_MS = 800
const INP_LIMIT_MS = 100
/** The largest paint of a page that is loaded again has the limit of a first visit. */
const PAINT_LIMIT_MS = FIRST_VISIT_LIMIT_MS
const ROUNDS = 5
const FIRST_VISITS = 3

/** The ten pages, by the links of the side bar. */
const PAGES = [
  '/home',
  '/profile/fleet',
  '/profile/generateac',
  '/profile/campaign',
  '/profile/group',
  '/profile/delivery',
  '/config',
  '/dashboard',
  '/logs',
  '/team/member',
] as const

type Site = { name: string; url: string; cookies: ReadonlyMap<string, string>; stop(): Promise<void> }

/**
 * The screens in a browser, on the demo's data and on a million profiles: page changes within the application, the first
 * visit to Fleet, and the largest paint of ten pages; and the slowest interaction to its next paint. Each ratio is that to a
 * fixed piece of browser work of the same run, by which machines can be compared.
 */
export async function benchScreens(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const open of [openDemo, openMillion]) {
    const site = await open()
    try {
      figures.push(...(await measureSite(site)))
    } finally {
      await site.stop()
    }
  }
  return figures
}

async function openDemo(): Promise<Site> {
  const { url, email, password, stop } = await startDemo()
  const client = new Client(url)
  await client.ask(account.login, { email, password })
  return { name: 'demo', url, cookies: client.cookies, stop }
}

async function openMillion(): Promise<Site> {
  const { url, client, stop } = await startPortal({ profiles: PROFILES, keptDir: process.env.BENCH_FLEET_DIR })
  return { name: 'million', url, cookies: client.cookies, stop }
}

async function measureSite(site: Site): Promise<Figure[]> {
  const executablePath = findTools('chromium').chromium
  if (executablePath === undefined) throw new Error('measuring screens needs Chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const stolen = watchStolen()
  const openContext = async () => {
    const viewport = { width: 1440, height: 900 }
    // waiting for a page runs a script in it
    const context = await browser.newContext({ baseURL: site.url, viewport, bypassCSP: true })
    await context.addCookies([...site.cookies].map(([name, value]) => ({ name, value, url: site.url })))
    await context.addInitScript(WATCH)
    return context
  }
  try {
    const bare = await bareWorkMs(await openContext())
    const firstVisits: number[] = []
    for (let visit = 0; visit < FIRST_VISITS; visit += 1) firstVisits.push(await firstVisitMs(await openContext()))
    const page = await (await openContext()).newPage()
    const paint = await largestPaintMs(page)
    const { change, interaction } = await changePages(page)
    console.error(
      `screens.${site.name}: the fixed work took ${bare.toFixed(0)} ms, ${stolen()} of the processor was taken`,
    )
    const figure = (name: string, value: number, limit: number): Figure => {
      return { name: `screens.${site.name}.${name}`, value, unit: 'ms', limit, ratio: value / bare }
    }
    return [
      figure('page-change', change, CHANGE_LIMIT_MS),
      figure('first-visit', median(firstVisits), FIRST_VISIT_LIMIT_MS),
      figure('largest-paint', paint, PAINT_LIMIT_MS),
      figure('inp', interaction, INP_LIMIT_MS),
    ]
  } finally {
    await browser.close()
  }
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Whether the page has its data: nothing in it is a placeholder. */
const IS_LOADED = `document.querySelector('main h1, main h2') !== null &&
  !document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root')`

/**
 * Runs in each page before its scripts, as text, because Node's types do not have the browser's globals. A click on a link
 * is timed until the page of its address is painted with its data.
 */
const WATCH = `
  globalThis.screenTimes = { changes: [], interactions: [], paint: 0, loaded: 0 }
  const isLoaded = () => ${IS_LOADED}
  const watch = (options, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe(options)
  watch({ type: 'largest-contentful-paint', buffered: true }, ({ startTime }) => (screenTimes.paint = startTime))
  watch({ type: 'event', durationThreshold: 16 }, ({ interactionId, duration }) => {
    if (interactionId) screenTimes.interactions.push(duration)
  })
  const afterPaint = (done) => requestAnimationFrame(() => {
    const painted = new MessageChannel()
    painted.port1.onmessage = done
    painted.port2.postMessage(0)
  })
  const untilLoaded = (isThere, done) => {
    const look = () => isThere() && isLoaded() ? afterPaint(done) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  }
  addEventListener('DOMContentLoaded', () => untilLoaded(() => true, () => (screenTimes.loaded = performance.now())))
  addEventListener('click', ({ target, timeStamp }) => {
    const link = target.closest?.('a[href]')
    if (!link) return
    const { title } = document
    untilLoaded(
      () => location.pathname === new URL(link.href).pathname && document.title !== title,
      () => screenTimes.changes.push(performance.now() - timeStamp),
    )
  }, true)`

const BARE_WORK = `(() => {
  const begin = performance.now()
  const rows = Array.from({ length: 4000 }, (_, row) => '<tr>' + ('<td>' + row + '</td>').repeat(10) + '</tr>').join('')
  document.body.innerHTML = '<table>' + rows + '</table>'
  document.body.getBoundingClientRect()
  for (const row of document.querySelectorAll('tr')) row.style.height = '30px'
  document.body.getBoundingClientRect()
  return performance.now() - begin
})()`

/** The fixed piece of browser work: a table of 4,000 rows is parsed and laid out twice, in an empty page. */
async function bareWorkMs(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>-' }))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('/bare')
    times.push(await page.evaluate<number>(BARE_WORK))
  }
  await context.close()
  return median(times)
}

/** From the navigation to the painted list, in a browser without a cache. */
async function firstVisitMs(context: BrowserContext): Promise<number> {
  const page = await context.newPage()
  await page.goto('/profile/fleet')
  const ms = await loadedMs(page)
  await context.close()
  return ms
}

async function loadedMs(page: Page): Promise<number> {
  await page.waitForFunction('screenTimes.loaded > 0', undefined, { polling: 50 })
  return await page.evaluate<number>('screenTimes.loaded')
}

/** The slowest of the ten pages, loaded again with a filled cache: a first page fills it. */
async function largestPaintMs(page: Page): Promise<number> {
  let slowest = 0
  await page.goto(PAGES[0])
  await loadedMs(page)
  for (const path of PAGES) {
    await page.goto(path)
    await loadedMs(page)
    await page.waitForTimeout(300)
    const ms = await page.evaluate<number>('screenTimes.paint')
    console.error(`screens largest paint ${path}: ${ms.toFixed(0)} ms`)
    slowest = Math.max(slowest, ms)
  }
  return slowest
}

/** Goes through the pages by the side bar. @returns the slowest page's median, and the slowest interaction */
async function changePages(page: Page): Promise<{ change: number; interaction: number }> {
  const times = new Map<string, number[]>(PAGES.map((path) => [path, []]))
  let interaction = 0
  // the first round loads the code of each page
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const path of PAGES) {
      const link = page.locator(`nav a[href="${path}"]`).first()
      // some groups of the menu are folded to one line
      if (!(await link.isVisible())) await unfold(page)
      await page.evaluate('screenTimes.changes.splice(0), screenTimes.interactions.splice(0)')
      await link.click()
      await page.waitForFunction('screenTimes.changes.length > 0', undefined, { polling: 50 })
      await page.waitForTimeout(100)
      const change = await page.evaluate<number>('screenTimes.changes[0]')
      if (round > 0) times.get(path)!.push(change)
      const seen = await page.evaluate<number>('Math.max(0, ...screenTimes.interactions)')
      if (round > 0) interaction = Math.max(interaction, seen)
    }
  for (const [path, all] of times)
    console.error(
      `screens page change ${path}: median ${median(all).toFixed(0)}, longest ${Math.max(...all).toFixed(0)} ms`,
    )
  return { change: Math.max(...[...times.values()].map(median)), interaction }
}

async function unfold(page: Page): Promise<void> {
  const folded = page.locator('nav button[aria-expanded="false"]')
  while ((await folded.count()) > 0) await folded.first().click()
}
