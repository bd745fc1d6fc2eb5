import type { App } from './http/serve.ts'
import { stopServing } from './http/stop.ts'
import type { OpenServer } from './server.ts'

/** What runs is given this long to finish. */
const FINISH_MS = 20_000

/** npm, a terminal or a supervisor may pass one request to stop on by several ways; within this time they are one. */
const SAME_REQUEST_MS = 1_000

/**
 * Readiness goes first; then nothing new is accepted and what runs finishes; then the work in the background, the pool and
 * the embedded PostgreSQL.
 * @returns whether all of it went well.
 */
export async function stopServer(server: OpenServer, app: App): Promise<boolean> {
  server.drain()
  try {
    if (!(await stopServing(app, FINISH_MS))) server.log.warn('some calls did not finish in time')
    await server.close()
    return true
  } catch (err) {
    server.log.error({ err }, 'the server did not stop cleanly')
    return false
  }
}

/** Stops at the first request to end, and ends at once at the second. */
export function stopAtSignals(stop: (signal: NodeJS.Signals) => void): void {
  let since: number | undefined
  const hear = (signal: NodeJS.Signals) => {
    if (since !== undefined && performance.now() - since < SAME_REQUEST_MS) return
    if (since !== undefined) process.exit(1)
    since = performance.now()
    stop(signal)
  }
  process.on('SIGTERM', hear)
  process.on('SIGINT', hear)
}
