import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf } from '@simwright/contract'
import type { checklist } from '@simwright/contract/insight/admin-dashboard'
import { type Config, ConfigError, readConfig, refuseOptions } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Letter } from './port/mail.ts'
import { checkPorts } from './port-check.ts'
import { isWatched, keptMailLine } from './runtime/kept-mail-line.ts'
import { openLog } from './runtime/log.ts'
import { openTracer } from './runtime/open-tracer.ts'
import { textOfEnd } from './runtime/start-refusal.ts'
import { VERSION } from './runtime/version.ts'
import type { OpenServer } from './server.ts'
import { ROLES, type Role } from './setting-value.ts'
import { stopAtSignals, stopServer } from './shutdown.ts'

type Checklist = OutputOf<typeof checklist>

const say = (text: string) => process.stderr.write(`${text}\n`)

async function main(): Promise<void> {
  refuseOptions('apps/server/src/main.ts', process.argv.slice(2))
  const config = readConfig()
  await checkPorts(config)
  // starts in a microtask, after the signal handlers are installed, so that a signal cannot leave PostgreSQL running
  const lost = Promise.withResolvers<Error>()
  const starting = Promise.resolve(config).then((config) => start(config, lost.resolve))
  stopAtSignals(async (signal) => {
    say(`${signal}: finishing running calls. Repeat it to end at once.`)
    const running = await starting.catch(() => undefined)
    process.exit(running && (await stopServer(running.server, running.app)) ? 0 : 1)
  })
  void lost.promise.then(async (reason) => {
    say(`Stopping: ${reason.message}`)
    const running = await starting.catch(() => undefined)
    if (running) await stopServer(running.server, running.app)
    process.exit(1)
  })
  const { server } = await starting
  const { readChecklist } = await import('./modules/insight/admin/service.ts')
  greet(server, await readChecklist(server))
}

/** Time to spawn PostgreSQL before modules are loaded, which blocks the event loop. */
const SPAWN_MS = 10

/** Starts the database while the modules of the server are loaded, which saves about 0.2 of 2 seconds. */
async function start(config: Config, onLost: (reason: Error) => void) {
  const log = openLog(config.logLevel)
  const onConnectionError = (err: Error) => log.warn({ err }, 'a connection broke')
  const tracer = await openTracer(config.collectorUrl, log)
  const opening = openDatabase({ ...config, onConnectionError, onStatement: tracer.statement, report: say, onLost })
  await Promise.race([opening, sleep(SPAWN_MS)])
  const loading = Promise.all([import('./server.ts'), import('./listeners.ts')])
  const [database] = await Promise.all([opening, loading]).catch(async (error: unknown) => {
    await opening.then(({ close }) => close()).catch(() => {})
    throw error
  })
  const [{ openServer }, { serve }] = await loading
  const server = await openServer(config, { log, tracer, database, ...(isWatched() ? { onKeptMail } : {}) })
  return { server, app: await serve(server) }
}

const onKeptMail = (letter: Letter) => say(keptMailLine(letter))

function greet(server: OpenServer, { points }: Checklist): void {
  const { roles, publicUrl, host } = server.config
  const has = (role: Role) => roles.includes(role)
  say(`\nSimwright ${VERSION} is ready.\n`)
  if (roles.length < ROLES.length) say(`  Roles         ${roles.join(', ')}`)
  if (has('web')) say(`  Portal        ${publicUrl}  (listening on ${host}:${server.ports.portal})`)
  if (has('smdp')) greetDevices(server)
  if (has('web')) greetUsers(server, points)
}

function greetDevices({ smdp, smds, ports }: OpenServer): void {
  say(`  SM-DP+        https://${smdp.address}  (listening on all addresses, port ${ports.smdp})`)
  if (smdp.issuers.includes('BRP')) say(`  Brainpool     https://${smdp.addressFor('BRP')}`)
  say(`  Applets       port ${ports.bip} (tcp): messages of Recycle applets`)
  say(`  SM-DS         https://${smds.address}  (listening on all addresses, port ${ports.smds})`)
}

function greetUsers({ config: { publicUrl }, mail: { mailbox } }: OpenServer, points: Checklist['points']): void {
  say(`  Guide         ${publicUrl}/docs`)
  say('  Staff         npm run admin -- create E-MAIL makes someone the administrator of this portal')
  const open = points.filter(({ reason }) => reason !== null).length
  if (open > 0) say(`  Checklist     ${open} of ${points.length} points are open: ${publicUrl}/admin/dashboard`)
  if (mailbox) {
    say(`  Mailbox       ${publicUrl}/dev/mailbox?token=${mailbox.token.reveal()}`)
    say(`\nNo mail server is set (SMTP_URL): e-mails go to the mailbox.`)
  }
  say(`\nSign up at ${publicUrl}/signup, then open the link in the activation e-mail.\n`)
}

try {
  await main()
} catch (error) {
  say(error instanceof ConfigError ? error.message : `Simwright could not start: ${textOfEnd(error)}`)
  process.exitCode = 1
}
