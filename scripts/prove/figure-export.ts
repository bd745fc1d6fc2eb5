import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Download, Page } from '@playwright/test'
import * as session from '@simwright/contract/people/session'
import { sql } from 'kysely'
import { type Db, openDb } from '../../apps/server/src/db/database.ts'
import { oneLogin } from '../../apps/server/src/db/logins.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import { memoryMb, type Portal, startPortal } from '../bench/portal.ts'
import { openChromium } from '../test/chromium.ts'

const BRANDS = 1000
const DAYS = 1000
/** The days of the report to which the memory is compared. */
const FEW_DAYS = 200
/** How much more memory a report with five times as many rows may need. */
const MEMORY_RATIO = 1.5
const DOWNLOAD_MS = 900_000
const LOOK_MS = 100
/** After this time a canceled file must not use the processor. */
const STOP_MS = 2_000
const IDLE_SHARE = 0.3

const FIRST_DAY = '2024-01-01'
const dayAfter = (days: number) => new Date(Date.parse(FIRST_DAY) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Exports a report of a million rows in Chromium: all rows are in the file, the page shows how much has arrived, the
 * server needs no more memory than for few rows and answers other calls meanwhile, and `Cancel` ends its work.
 */
export async function proveFigureExport(): Promise<boolean> {
  const portal = await startPortal()
  const db = openDb({ urls: oneLogin(new Secret(portal.databaseUrl)) })
  const browser = await openChromium()
  try {
    await countDownloads(db, portal)
    const context = await browser.newContext({ baseURL: portal.url, timezoneId: 'UTC', locale: 'en-US' })
    const cookies = Object.entries(portal.cookies).map(([name, value]) => ({ name, value, url: portal.url }))
    await context.addCookies(cookies)
    const few = await exported(portal, context, { days: FEW_DAYS, format: 'CSV' })
    const all = await exported(portal, context, { days: DAYS, format: 'CSV' })
    const isStopped = await stopsWhenCanceled(portal, context)
    const ratio = all.peakMb / few.peakMb
    console.log(`memory: ${ratio.toFixed(2)} times that of ${few.rows} rows, at most ${MEMORY_RATIO}`)
    const isWhole = all.rows === BRANDS * DAYS && all.sum === 2 * BRANDS * DAYS && few.rows === BRANDS * FEW_DAYS
    return isWhole && all.sizes > 3 && ratio <= MEMORY_RATIO && isStopped
  } finally {
    await browser.close()
    await db.close()
    await portal.stop()
  }
}

const DAYS_AT_ONCE = 20

/** Counters as a thousand days with downloads by phones of a thousand brands leave them. */
async function countDownloads(db: Db, { enterpriseId }: Portal): Promise<void> {
  for (let first = 0; first < DAYS; first += DAYS_AT_ONCE)
    await db.tenantTx(enterpriseId, (db) =>
      sql`insert into rollup (enterprise_id, kind, dimension, metric, bucket, count)
        select ${enterpriseId}, 'brand', 'Brand ' || brand, 'downloaded', ${FIRST_DAY}::timestamptz + day * interval '1 day', 2
        from generate_series(${sql.lit(first)}, ${sql.lit(first + DAYS_AT_ONCE - 1)}) day,
          generate_series(1, ${sql.lit(BRANDS)}) brand`.execute(db),
    )
}

type Wanted = { days: number; format: 'CSV' | 'XLSX' }

async function openReport(context: BrowserContext, { days }: Wanted): Promise<Page> {
  const page = await context.newPage()
  const range = { range: 'days', from: FIRST_DAY, to: dayAfter(days - 1) }
  await page.goto(`/reports?${new URLSearchParams({ kind: 'usage', by: 'brand', step: 'day', ...range })}`)
  await page.getByRole('table').waitFor({ timeout: DOWNLOAD_MS })
  return page
}

type Exported = { rows: number; sum: number; peakMb: number; sizes: number }

async function exported(portal: Portal, context: BrowserContext, wanted: Wanted): Promise<Exported> {
  const page = await openReport(context, wanted)
  const begin = performance.now()
  let isRunning = true
  const file = page.waitForEvent('download', { timeout: DOWNLOAD_MS }).finally(() => {
    isRunning = false
  })
  await page.getByRole('button', { name: wanted.format }).click()
  const [watched, slowestMs, download] = await Promise.all([
    watch(portal, page, () => isRunning),
    slowestCall(portal, () => isRunning),
    file,
  ])
  const { rows, sum, bytes } = await readCsv(download)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(
    `${rows} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s; ${watched.sizes} sizes shown, as "${watched.last}"; ` +
      `the server's memory at most ${watched.peakMb} MB; the slowest other call ${slowestMs.toFixed(0)} ms`,
  )
  await page.close()
  return { rows, sum, ...watched }
}

/** The server's memory and what the page shows, until the file has arrived. */
async function watch({ pid }: Portal, page: Page, isRunning: () => boolean) {
  const shown = new Set<string>()
  const progress = page.getByRole('region', { name: 'File' })
  let peakMb = 0
  let last = ''
  while (isRunning()) {
    peakMb = Math.max(peakMb, memoryMb(pid) ?? 0)
    const text = await progress.textContent({ timeout: LOOK_MS }).catch(() => undefined)
    if (text?.includes('so far')) {
      shown.add(text)
      last = text
    }
    await sleep(LOOK_MS)
  }
  return { peakMb, sizes: shown.size, last }
}

async function slowestCall({ client }: Portal, isRunning: () => boolean): Promise<number> {
  let slowest = 0
  while (isRunning()) {
    const begin = performance.now()
    await client.ask(session.enterpriseInfo, {})
    slowest = Math.max(slowest, performance.now() - begin)
    await sleep(LOOK_MS)
  }
  return slowest
}

/** The rows below the head, and the sum of the downloads. */
async function readCsv(download: Download): Promise<{ rows: number; sum: number; bytes: number }> {
  const stream = createReadStream(await download.path())
  let rows = -1
  let sum = 0
  let column = -1
  for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    const cells = line.split(',')
    if (rows === -1) column = cells.indexOf('Downloaded')
    else sum += Number(cells[column])
    rows += 1
  }
  return { rows, sum, bytes: stream.bytesRead }
}

/** Cancels a workbook whose rows arrive. @returns whether the server stopped to write it, and no file was saved */
async function stopsWhenCanceled(portal: Portal, context: BrowserContext): Promise<boolean> {
  const page = await openReport(context, { days: DAYS, format: 'XLSX' })
  let saved = 0
  page.on('download', () => (saved += 1))
  await page.getByRole('button', { name: 'XLSX' }).click()
  await page.getByText('so far').waitFor({ timeout: DOWNLOAD_MS })
  const busy = await shareOf(portal, STOP_MS)
  await page.getByRole('button', { name: 'Cancel download' }).click()
  await page.getByRole('region', { name: 'File' }).waitFor({ state: 'detached' })
  await sleep(STOP_MS)
  const after = await shareOf(portal, STOP_MS)
  const percent = (share: number) => `${Math.round(share * 100)} %`
  console.log(`canceled: the server used ${percent(busy)} of a processor before and ${percent(after)} after it`)
  await page.close()
  return saved === 0 && after < IDLE_SHARE && after < busy / 2
}

/** Which share of one processor the server uses. */
async function shareOf(portal: Portal, ms: number): Promise<number> {
  const [begin, from] = [performance.now(), await portal.cpuMs()]
  await sleep(ms)
  return ((await portal.cpuMs()) - from) / (performance.now() - begin)
}
