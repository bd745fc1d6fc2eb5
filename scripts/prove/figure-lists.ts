import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Portal, startPortal } from '../bench/portal.ts'
import { openChromium } from '../test/chromium.ts'
import { type Figure, followLink, isListCall, type ListTotal, openBars, readFigures } from './figure-browser.ts'
import { barPages, figurePages } from './figure-page.ts'

/** A month of life. */
const PROFILES = 5000
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata']
const PAGES_AT_ONCE = 3
/** Transparent pages are laid out, but not drawn, which saves processor time. */
const STOP_PAINTING = `{
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root { opacity: 0 }')
  document.adoptedStyleSheets = [sheet]
}`
/** Fewer figures than this mean that pages had nothing to follow. */
const LEAST_FIGURES = 500

/**
 * Opens the dashboard and every report in Chromium, follows each figure that is a link, and compares it with the total
 * of the list that opens: in three time zones of the user, or in those that are named. Each address is opened once.
 * `PROVE_FIGURES_DIR` is a folder that keeps the seeded portal for the next run.
 */
export async function proveFigureLists(names: readonly string[]): Promise<boolean> {
  const portal = await startPortal({ profiles: PROFILES, keptDir: process.env.PROVE_FIGURES_DIR })
  try {
    const browser = await openChromium()
    try {
      const results: boolean[] = []
      for (const zone of names.length > 0 ? names : ZONES) results.push(await proveZone(browser, portal, zone))
      return results.every(Boolean)
    } finally {
      await browser.close()
    }
  } finally {
    await portal.stop()
  }
}

type Compared = Figure & { from: string; total: ListTotal }

async function proveZone(browser: Browser, { url, cookies }: Portal, timezoneId: string): Promise<boolean> {
  // the content security policy of the portal forbids scripts that are not its own
  const options = { baseURL: url, timezoneId, locale: 'en-US', viewport: { width: 1440, height: 900 }, bypassCSP: true }
  const context = await browser.newContext(options)
  await context.addInitScript(STOP_PAINTING)
  await askForOneRow(context)
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  try {
    const paths = figurePages()
    const { found, rates, unread } = await findFigures(context, paths)
    console.log(`${timezoneId}: ${found.length} figures lead to ${new Set(found.map(({ href }) => href)).size} lists`)
    const compared = [...(await followAll(context, found)), ...(await openAllBars(context, barPages()))]
    const different = compared.filter(({ count, total }) => total !== 'not loaded' && total !== count)
    const notLoaded = compared.filter(({ total }) => total === 'not loaded')
    for (const { from, of, count, total, href } of [...different, ...notLoaded])
      console.log(`  ${from}: ${of}: ${count}, the list: ${total} (${href})`)
    for (const one of unread) console.log(`  no number at the link of ${one}`)
    const same = compared.length - different.length - notLoaded.length
    const pages = `${paths.length} pages, ${rates} rates`
    console.log(`${timezoneId}: ${same} same, ${different.length} different, ${notLoaded.length} not loaded (${pages})`)
    return same >= LEAST_FIGURES && same === compared.length && unread.length === 0
  } finally {
    await context.close()
  }
}

/** The lists ask for one row, which leaves their total the same, so that a browser draws a list in a tenth of the time. */
async function askForOneRow(context: BrowserContext): Promise<void> {
  await context.route(isListCall, async (route) => {
    const sent = (route.request().postDataJSON() ?? {}) as object
    await route.continue({ postData: JSON.stringify({ ...sent, limit: 1 }) })
  })
}

type Found = { found: (Figure & { from: string })[]; rates: number; unread: string[] }

async function findFigures(context: BrowserContext, paths: readonly string[]): Promise<Found> {
  const all: Found = { found: [], rates: 0, unread: [] }
  await inPages(context, paths, async (page, from) => {
    const { links, rates, unread } = await readFigures(page, from)
    all.found.push(...links.map((link) => ({ ...link, from })))
    all.rates += rates
    all.unread.push(...unread)
  })
  return all
}

/** Figures with the same address and the same count are compared once. */
async function followAll(context: BrowserContext, found: Found['found']): Promise<Compared[]> {
  const compared: Compared[] = []
  await inPages(context, [...Map.groupBy(found, ({ href }) => href)], async (page, [href, figures]) => {
    if (page.url() === 'about:blank') await page.goto('/contact')
    const total = await followLink(page, href)
    const distinct = new Map(figures.map((figure) => [figure.count, figure]))
    compared.push(...[...distinct.values()].map((figure) => ({ ...figure, total })))
  })
  return compared
}

async function openAllBars(context: BrowserContext, paths: readonly string[]): Promise<Compared[]> {
  const compared: Compared[] = []
  await inPages(context, paths, async (page, from) => {
    compared.push(...(await openBars(page, from)).map((bar) => ({ ...bar, from })))
  })
  return compared
}

/** Works through the items in several pages of the browser at once. */
async function inPages<Item>(
  context: BrowserContext,
  items: readonly Item[],
  work: (page: Page, item: Item) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    const page = await context.newPage()
    for (let index = next++; index < items.length; index = next++) await work(page, items[index]!)
    await page.close()
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, worker))
}
