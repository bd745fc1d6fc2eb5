import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import type { App } from './http/serve.ts'
import { stopServing } from './http/stop.ts'
import { type OpenServer, openServer } from './server.ts'

/** What runs is given this long to finish. */
const FINISH_MS = 20_000

/** npm, a terminal or a supervisor may pass one request to stop on by several ways; within this time they are one. */
const SAME_REQUEST_MS = 1_000

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(): Promise<void> {
  const server = await openServer(readConfig())
  const app = await listen(server)
  let stoppingSince: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== undefined && performance.now() - stoppingSince < SAME_REQUEST_MS) return
    if (stoppingSince !== undefined) process.exit(1)
    stoppingSince = performance.now()
    say(`${signal}: finishing what runs. Once more ends at once.`)
    void stopServer(server, app)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  greet(server)
}

async function listen(server: OpenServer): Promise<App> {
  try {
    const app = await buildApp(server)
    await app.listen({ port: server.config.port, host: server.config.host })
    server.ports.portal = (app.server.address() as { port: number }).port
    await server.smdp.listen()
    return app
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Readiness goes first; then nothing new is accepted and what runs finishes; then the work in the background, the pool and the embedded PostgreSQL. */
async function stopServer(server: OpenServer, app: App): Promise<void> {
  server.drain()
  try {
    if (!(await stopServing(app, FINISH_MS))) server.log.warn('some calls did not finish in time')
    await server.close()
    process.exitCode = 0
  } catch (err) {
    server.log.error({ err }, 'the server did not stop cleanly')
    process.exitCode = 1
  }
  process.exit()
}

function greet(server: OpenServer): void {
  const { publicUrl, host } = server.config
  say(`\nSimwright is ready.\n\n  Portal        ${publicUrl}  (listening on ${host}:${server.ports.portal})`)
  say(`  SM-DP+        https://${server.smdp.address}  (listening on all addresses, port ${server.ports.smdp})`)
  if (server.mail.mailbox) {
    say(`  Mailbox       ${publicUrl}/dev/mailbox?token=${server.mail.mailbox.token.reveal()}`)
    say(`\nNo mail server is set (SMTP_URL): mails are kept in the mailbox.`)
  }
  say(`\nSign up at ${publicUrl}/signup, then open the link in the activation mail.\n`)
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) say(error.message)
  else say(`Simwright could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  process.exitCode = 1
}
