import { gzipSync } from 'node:zlib'
import { openChromium } from '../test/chromium.ts'
import type { Figure } from './figure.ts'
import { startServer, withDataDir } from './server-process.ts'

const LIMIT_KB = 165
const BYTES_OF_KB = 1024

/** Size of all JavaScript that a browser loads for the sign-in page, with gzip level 9. */
export async function benchBundle(): Promise<Figure[]> {
  const scripts = await withDataDir(async (folder) => {
    const server = await startServer(folder)
    try {
      return await scriptsOf(`${server.url}/login`)
    } finally {
      await server.stop()
    }
  })
  const value = scripts.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / BYTES_OF_KB
  return [{ name: 'bundle', value, unit: 'KB', limit: LIMIT_KB, ratio: value / LIMIT_KB }]
}

async function scriptsOf(url: string): Promise<Buffer[]> {
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    const bodies: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) bodies.push(response.body())
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    return await Promise.all(bodies)
  } finally {
    await browser.close()
  }
}
