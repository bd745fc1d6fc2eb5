import { type Browser, type BrowserContext, chromium, type Frame } from '@playwright/test'
import type { Extent, Findings, StatesPage, TestCase } from '../../../apps/web/src/states/exchange.ts'
import { HANG_MS } from '../hang-limit.ts'

/** As many as the cores that tests are written for. */
const PAGES = 2

/** Pages that show states, each one after the other. */
export type StatePages = {
  testsOf(file: string, extent: Extent): Promise<TestCase[]>
  /** A page whose check fails is closed: the next check has a new one. */
  check(file: string, test: TestCase): Promise<Findings>
  close(): Promise<void>
}

/**
 * Starts the browser, again if it has crashed; a page is opened when the first test needs it. `url`: that of the page
 * around the states' page.
 */
export async function openStatePages(url: string): Promise<StatePages> {
  let browser = await launch()
  const openNext = async () => {
    if (!browser.isConnected()) browser = await launch()
    return await openPage(browser, url)
  }
  const slots = Array.from({ length: PAGES }, () => createSlot(openNext))
  const inFreeSlot = <T>(work: (frame: Frame) => Promise<T>): Promise<T> =>
    slots.toSorted((a, b) => a.waiting() - b.waiting())[0]!.run(work)
  return {
    testsOf: (file, extent) => inFreeSlot((frame) => frame.evaluate(callTestsOf, { file, extent })),
    check: (file, test) => inFreeSlot((frame) => frame.evaluate(callCheck, { file, test })),
    close: () => browser.close(),
  }
}

function launch(): Promise<Browser> {
  const executablePath = process.env.PLAYWRIGHT_CHROMIUM
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: HANG_MS.playwright,
  })
}

declare const statesPage: StatesPage
const callTestsOf = ({ file, extent }: { file: string; extent: Extent }) => statesPage.testsOf(file, extent)
const callCheck = ({ file, test }: { file: string; test: TestCase }) => statesPage.check(file, test)

type Slot = {
  /** The number of calls that are running or waiting. */
  waiting(): number
  run<T>(work: (frame: Frame) => Promise<T>): Promise<T>
}

/** A page, in which one call runs at a time. */
function createSlot(open: () => Promise<OpenPage>): Slot {
  let page: Promise<OpenPage> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const attempt = async <T>(work: (frame: Frame) => Promise<T>) => {
    page ??= open()
    const opened = page
    try {
      return await work((await opened).frame)
    } catch (error) {
      page = undefined
      await opened.then(({ context }) => context.close()).catch(() => {})
      throw error
    }
  }
  return {
    waiting: () => waiting,
    run: (work) => {
      waiting++
      const done = last.then(() => attempt(work)).finally(() => waiting--)
      last = done.catch(() => {})
      return done
    },
  }
}

type OpenPage = { context: BrowserContext; frame: Frame }

async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  page.setDefaultTimeout(HANG_MS.playwright)
  await page.goto(url)
  const frame = page.frames()[1]!
  await frame.waitForFunction(() => 'statesPage' in globalThis)
  return { context, frame }
}
