import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { FREE_PORTS } from '../free-ports.ts'
import { type App, MISSING_AUDIT_ENTRY } from '../http/serve.ts'
import { stopServing } from '../http/stop.ts'
import { openOutside } from '../outside/outside.ts'
import { type MovableClock, movableClock } from '../runtime/clock.ts'
import { openLog } from '../runtime/log.ts'
import { openTracer } from '../runtime/open-tracer.ts'
import { type OpenServer, openServer, type ServerOverrides } from '../server.ts'
import { cloneOpened } from './database.ts'
import { TEST_PASSWORD_COST } from './password-cost.ts'
import { TEST_TASKS } from './program.ts'
import { offerContact } from './seller.ts'

/** A server that runs in the test's process. */
export type WholeServer = {
  server: OpenServer
  app: App
  /** Base URL of the portal. */
  url: string
  /** Business time; it moves only by `moveMs`. */
  clock: MovableClock
  /** All logged lines. */
  logged: string[]
}

export type TestServerOptions = Omit<ServerOverrides, 'background'> & {
  /** Settings by name, as in the environment. */
  settings?: Record<string, string>
  /** Adds endpoints of the test to those of the portal. */
  routes?: (app: App, server: OpenServer) => void
  /**
   * `queue`, the default, works on what calls queue; `none` does nothing; `all` also does what a server does by itself:
   * sweeps, counters, notices.
   */
  background?: 'queue' | 'none' | 'all'
  /**
   * For a test that changes tables or their statistics, ends connections, counts what the process has done, or stops the
   * server.
   */
  isOwn?: true
}

/** Opens a server on a database of its own and on free ports. Its platform has a contact. */
export async function openWhole({
  settings = {},
  routes,
  background = 'queue',
  isOwn: _,
  ...overrides
}: TestServerOptions): Promise<WholeServer & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-server-'))
  const clock = movableClock(new Date())
  const logged: string[] = []
  const config = readConfig({
    ...FREE_PORTS,
    DATA_DIR: folder,
    LOG_LEVEL: 'debug',
    ...settings,
  })
  const log = openLog(config.logLevel, { write: (line) => keepLine(logged, line) })
  const tracer = await openTracer(config.collectorUrl, log)
  const database = overrides.database ?? (await cloneOpened({ onStatement: tracer.statement }))
  const server = await openServer(config, {
    database,
    tracer,
    clock,
    limits: { all: 1_000_000, public: 1_000_000, device: 1_000_000, devices: 1_000_000, eid: 1_000_000 },
    passwordCost: TEST_PASSWORD_COST,
    // no DNS queries in tests
    outside: { ...openOutside({ loopback: config.callLoopback }), txtRecords: async () => [] },
    log,
    tasks: TEST_TASKS,
    ...overrides,
    ...(background === 'all' ? {} : { background }),
  })
  const app = await buildApp(server)
  routes?.(app, server)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  server.ports.portal = Number(new URL(url).port)
  await server.smdp.listen()
  await offerContact({ server })
  const close = async () => {
    server.drain()
    await stopServing(app, 5_000)
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { server, app, url, clock, logged, close }
}

/** Errors are printed with the output of a test that fails; the output of a test that passes is not shown. */
function keepLine(logged: string[], line: string): void {
  logged.push(line)
  if (line.includes('"level":"error"')) console.error(line.trimEnd())
}

/** @throws Error when an action left no audit entry */
export function checkAudit(logged: readonly string[]): void {
  const missing = logged.filter((line) => line.includes(MISSING_AUDIT_ENTRY))
  if (missing.length > 0) throw new Error(`every action leaves an audit entry, these did not:\n${missing.join('')}`)
}
