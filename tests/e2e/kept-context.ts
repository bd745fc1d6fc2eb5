import type { Browser, BrowserContext, Page } from '@playwright/test'
import { stopPainting } from './paint.ts'

/** A context, and the origins of which its pages may have stored something. */
type Kept = { context: BrowserContext; baseURL: string; origins: Set<string> }

/**
 * Contexts of a browser that one test uses after the other: a new one loads the files of the portal again for each test,
 * which is a third of what loading a page costs. Nothing else is left for the next test: its pages are closed, cookies,
 * permissions and stored values are removed. A test that sets the clock of its pages needs a new context.
 */
class KeptContexts {
  readonly #browser: Browser
  readonly #free: Kept[] = []
  readonly #taken: Kept[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** An empty page, the only one of its context. */
  async open(baseURL: string): Promise<Page> {
    const at = this.#free.findIndex((one) => one.baseURL === baseURL)
    const kept = at === -1 ? await this.#create(baseURL) : this.#free.splice(at, 1)[0]!
    this.#taken.push(kept)
    const page = await kept.context.newPage()
    await forgetStored(page, kept.origins)
    return page
  }

  /** Ends the use of all contexts. */
  async giveBack(): Promise<void> {
    for (const kept of this.#taken.splice(0)) {
      const { context } = kept
      await Promise.all(context.pages().map((page) => page.close()))
      await context.clearCookies()
      await context.clearPermissions()
      await context.setOffline(false)
      this.#free.push(kept)
    }
  }

  async #create(baseURL: string): Promise<Kept> {
    const viewport = { width: 1440, height: 900 }
    const context = await this.#browser.newContext({ baseURL, locale: 'en-US', timezoneId: 'UTC', viewport })
    await stopPainting(context)
    const origins = new Set<string>()
    context.on('page', (page) => page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin)))
    return { context, baseURL, origins }
  }
}

const ofBrowser = new WeakMap<Browser, KeptContexts>()

/** The kept contexts of a browser: each worker has one browser. */
export function keptContexts(browser: Browser): KeptContexts {
  const contexts = ofBrowser.get(browser) ?? new KeptContexts(browser)
  ofBrowser.set(browser, contexts)
  return contexts
}

/** The origin of what has none, such as an empty page. */
const NO_ORIGIN = 'null'

async function forgetStored(page: Page, origins: Set<string>): Promise<void> {
  origins.delete(NO_ORIGIN)
  if (origins.size === 0) return
  const devtools = await page.context().newCDPSession(page)
  for (const origin of origins)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  await devtools.detach()
  origins.clear()
}
