import type { App } from './serve.ts'

/** Connections that are kept alive are ended this often while the server stops. */
const SWEEP_MS = 100

/**
 * Accepts nothing new, lets what runs finish for `finishMs`, then cuts it off.
 * @returns whether everything finished by itself.
 */
export async function stopServing(app: App, finishMs: number): Promise<boolean> {
  let inTime = true
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  const late = setTimeout(() => {
    inTime = false
    app.server.closeAllConnections()
  }, finishMs)
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(late)
  }
  return inTime
}
