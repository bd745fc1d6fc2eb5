import type { Page } from '@playwright/test'
import { API_PREFIX } from '@simwright/contract/endpoint'
import * as fleet from '@simwright/contract/profiles/fleet'

/** A figure of a page and the list to which it leads. */
export type Figure = { of: string; count: number; href: string }

/** `links` have a count; a rate in percent leads to a list, too, but does not count it. */
export type Figures = { links: Figure[]; rates: number; unread: string[] }

/** What a list says: its total, or why there is none. */
export type ListTotal = number | 'not loaded'

const LIMIT_MS = 60_000
const LISTS: readonly string[] = [fleet.list.path, fleet.profileLog.path].map((path) => `${API_PREFIX}${path}`)

/** Whether a call asks for a list to which figures lead. */
export const isListCall = ({ pathname }: URL): boolean => LISTS.includes(pathname)

/*
 * The scripts run in the page. They are text, because Node's types do not have the browser's globals.
 */

const IS_LOADED = `!!document.querySelector('main a[href], main h2') &&
  !document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root')`

/** The number that a link shows: its own text, that of its bar, or that of its card. */
const READ_LINKS = `(() => {
  const isList = ({ pathname }) => pathname === '/logs' || pathname === '/profile/fleet'
  const shownBy = (link) => {
    if (/^[\\d,.]+( %)?$/.test(link.textContent)) return link.textContent
    const bar = link.closest('li')
    if (bar) return bar.querySelector('strong')?.textContent
    return link.closest('[data-size]')?.children[1]?.firstElementChild?.textContent
  }
  const links = [...document.querySelectorAll('main a[href]')].filter((link) => isList(new URL(link.href)))
  return links.map((link) => {
    const { pathname, search } = new URL(link.href)
    return { of: link.getAttribute('title') ?? link.textContent, shown: shownBy(link) ?? '', href: pathname + search }
  })
})()`

/** An object, because 0 would be waited for. */
const LIST_TOTAL = `(() => {
  const main = document.querySelector('main')
  if (!main || main.querySelector('[aria-busy="true"]')) return undefined
  if (main.querySelector('[role="alert"]')) return { total: 'not loaded' }
  if (main.querySelector('table') && !main.querySelector('table tbody tr')) return { total: 0 }
  const texts = [...main.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent)
  const total = texts.map((text) => /^\\d[\\d,]*-\\d[\\d,]* of ([\\d,]+)$/.exec(text)?.[1]).find(Boolean)
  return total && { total: Number(total.replaceAll(',', '')) }
})()`

type Shown = { of: string; shown: string; href: string }

/** Opens a page and reads all figures that are links, those of tables and shortened lists too. */
export async function readFigures(page: Page, path: string): Promise<Figures> {
  await page.goto(path)
  await loaded(page)
  for (const button of await page.getByRole('button', { name: /^Show all \d/ }).all()) await button.click()
  const shown = await page.evaluate<Shown[]>(READ_LINKS)
  const asTable = page.getByRole('button', { name: 'Show as table' })
  if (await asTable.isVisible()) {
    await asTable.click()
    shown.push(...(await page.evaluate<Shown[]>(READ_LINKS)))
  }
  const figures: Figures = { links: [], rates: 0, unread: [] }
  for (const { of, shown: text, href } of shown) {
    if (/^[\d,]+$/.test(text)) figures.links.push({ of, count: Number(text.replaceAll(',', '')), href })
    else if (/^[+-]?[\d.,]+ ?%$|^–$/.test(text)) figures.rates += 1
    else figures.unread.push(`${path}: ${of}: ${text}`)
  }
  return figures
}

async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(IS_LOADED, undefined, { timeout: LIMIT_MS })
}

/** Follows a link within the running application and reads the list's total. */
export async function followLink(page: Page, href: string): Promise<ListTotal> {
  return await readList(page, () => page.evaluate(`history.pushState({}, '', ${JSON.stringify(href)})`))
}

export type OpenedBar = Figure & { total: ListTotal }

/** Opens each bar of the page's charts by keyboard and reads the list that appears. */
export async function openBars(page: Page, path: string): Promise<OpenedBar[]> {
  await page.goto(path)
  await loaded(page)
  const opened: OpenedBar[] = []
  const plot = page.locator('main figure [role="group"]').first()
  if (!(await plot.isVisible())) return opened
  const bars = await plot.locator('xpath=..').locator('table tbody tr').count()
  for (let index = 0; index < bars; index += 1) {
    await plot.focus()
    await page.keyboard.press('Home')
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowRight')
    const counts = await plot.locator('[aria-live] strong').allTextContents()
    const count = counts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)
    const of = (await plot.locator('[aria-live] > div').first().textContent()) ?? ''
    const total = await readList(page, () => page.keyboard.press('Enter'))
    const { pathname, search } = new URL(page.url())
    opened.push({ of: `bar ${of}`, count, href: pathname + search, total })
    await page.goBack()
    await loaded(page)
  }
  return opened
}

/** @param open navigates to a list */
async function readList(page: Page, open: () => Promise<unknown>): Promise<ListTotal> {
  try {
    const answer = page.waitForResponse((response) => isListCall(new URL(response.url())), { timeout: LIMIT_MS })
    await Promise.all([answer, open()])
    const handle = await page.waitForFunction<{ total: ListTotal }, void>(LIST_TOTAL, undefined, { timeout: LIMIT_MS })
    return (await handle.jsonValue()).total
  } catch (error) {
    console.error(`${page.url()}: ${String(error).split('\n', 1)[0]}`)
    return 'not loaded'
  }
}
