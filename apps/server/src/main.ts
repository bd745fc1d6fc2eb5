import { type Config, ConfigError, readConfig } from './config.ts'
import { type OpenServer, openServer } from './server.ts'
import { serve, stopAtSignals, stopServer } from './serving.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(): Promise<void> {
  const config = readConfig()
  // Begins behind the handlers: a signal must not leave a PostgreSQL that nobody stops.
  const starting = Promise.resolve(config).then(start)
  stopAtSignals(async (signal) => {
    say(`${signal}: finishing what runs. Once more ends at once.`)
    const running = await starting.catch(() => undefined)
    process.exit(running && (await stopServer(running.server, running.app)) ? 0 : 1)
  })
  const { server } = await starting
  greet(server)
}

async function start(config: Config) {
  const server = await openServer(config)
  return { server, app: await serve(server) }
}

function greet(server: OpenServer): void {
  const { publicUrl, host } = server.config
  say(`\nSimwright is ready.\n\n  Portal        ${publicUrl}  (listening on ${host}:${server.ports.portal})`)
  say(`  SM-DP+        https://${server.smdp.address}  (listening on all addresses, port ${server.ports.smdp})`)
  say(`  Applets       port ${server.ports.bip} (tcp): messages of Recycle applets`)
  say(`  SM-DS         https://${server.smds.address}  (listening on all addresses, port ${server.ports.smds})`)
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
