import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { App } from './http/serve.ts'
import { stopServing } from './http/stop.ts'
import { isLoopbackHost } from './outside/address.ts'
import type { OpenServer } from './server.ts'

/** Time limit for running calls to finish. */
const FINISH_MS = 20_000

/** npm, a terminal and a supervisor may each forward the same signal; within this time they count as one. */
const SAME_REQUEST_MS = 1_000

const GRACE_SECONDS = 5

/** How long calls are still accepted after `/readyz` fails, because load balancers need some seconds to notice. */
function graceMs({ stopGraceSeconds, host }: Pick<Config, 'stopGraceSeconds' | 'host'>): number {
  const isLocal = isLoopbackHost(host)
  return (stopGraceSeconds ?? (isLocal ? 0 : GRACE_SECONDS)) * 1_000
}

/**
 * Stops the server: `/readyz` fails while calls are accepted for the grace period; then listeners close and running
 * calls finish; then background work, connections and the embedded PostgreSQL end.
 * @returns whether no error occurred
 */
export async function stopServer(server: OpenServer, app: App | undefined): Promise<boolean> {
  server.retire()
  await sleep(graceMs(server.config))
  server.drain()
  try {
    if (app && !(await stopServing(app, FINISH_MS))) server.log.warn('some calls did not finish in time')
    await server.close()
    return true
  } catch (err) {
    server.log.error({ err }, 'the server did not stop cleanly')
    return false
  }
}

/** Calls `stop` at the first SIGTERM or SIGINT, and exits at once at the second. */
export function stopAtSignals(stop: (signal: NodeJS.Signals) => void): void {
  let since: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (since !== undefined && performance.now() - since < SAME_REQUEST_MS) return
    if (since !== undefined) process.exit(1)
    since = performance.now()
    stop(signal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
