import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { FREE_PORTS } from '../free-ports.ts'
import { serve } from '../listeners.ts'
import { openTestIssuer } from '../modules/provisioning/smdp/service.ts'
import { openLog } from '../runtime/log.ts'
import { type OpenServer, openServer } from '../server.ts'
import { stopAtSignals, stopServer } from '../shutdown.ts'
import { type DemoAccount, openDemoAccount, signIn } from './enterprise.ts'
import { formatFigures, isExpected } from './figures.ts'
import { simulatePayments } from './payment.ts'
import { EXPECTED, type Figures, makePlan } from './plan.ts'
import { countEarlier, play } from './play.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Pauses between two devices and between two taps; thirty devices take about a minute. */
const NEXT_DEVICE_MS = 1_400
const TAP_MS = 350

type Ending = {
  afterwards: () => void
  /** Exit code after a signal. */
  codeWhenStopped: 0 | 1
}

/** Opens the server with the demo enterprise. A signal stops it and calls `afterwards`. */
async function open(config: Config, { afterwards, codeWhenStopped }: Ending) {
  // Starts after the signal handlers are installed: no signal may leave a running PostgreSQL behind.
  const starting = Promise.resolve(config).then(start)
  const stop = async () => {
    const running = await starting.catch(() => undefined)
    const isClean = running !== undefined && (await stopServer(running.server, running.app))
    afterwards()
    return isClean
  }
  stopAtSignals(async (signal) => {
    say(`${signal}: finishing running work. A second signal ends at once.`)
    process.exit((await stop()) ? codeWhenStopped : 1)
  })
  const { server } = await starting
  return { server, stop, account: await openDemoAccount(server) }
}

async function start(config: Config) {
  // `info` would log each request; the demo prints its own story.
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel)
  const server = await openServer(config, { log })
  return { server, app: await serve(server) }
}

/** Waits forever when a signal interrupted the work: that is not a failure, and `stop` ends the process. */
async function unlessStopped<T>(server: OpenServer, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!server.stopping.aborted) throw error
    return await new Promise(() => {})
  }
}

type Pace = { untilNext: () => Promise<void>; pause: () => Promise<void> }

async function playOn(server: OpenServer, account: DemoAccount, { untilNext, pause }: Pace): Promise<Figures> {
  const client = await signIn(server, account)
  const plan = makePlan(server.random, await countEarlier(client))
  const phones = { server, issuer: await openTestIssuer(server), pause }
  return await play({ client, phones, plan, untilNext, say })
}

/** Runs without pauses in a temporary folder; the last line has the figures. */
async function playOnce(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-demo-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const config = readConfig({
    ...FREE_PORTS,
    DATA_DIR: folder,
  })
  try {
    const { server, stop, account } = await open(config, { afterwards: remove, codeWhenStopped: 1 })
    const hurry = { untilNext: async () => {}, pause: async () => {} }
    const figures = await unlessStopped(server, playOn(server, account, hurry))
    const isClean = await stop()
    process.exitCode = isClean && isExpected(figures) ? 0 : 1
    say(`demo: ${formatFigures(figures)}`)
  } finally {
    remove()
  }
}

/** Runs at the pace of people, so that anyone who signs in can watch; the portal keeps running. */
async function playAndStay(): Promise<void> {
  const given = readConfig()
  if (given.rspCertsDir !== undefined) {
    throw new ConfigError([
      'RSP_CERTS_DIR is not for the demo: its devices trust the certificate issuer of their own. Use npm start.',
    ])
  }
  const { config, close, report } = await simulatePayments(given)
  const { server, account } = await open(config, { afterwards: close, codeWhenStopped: 0 })
  report(server)
  greet(server, account)
  const pace = { untilNext: () => sleep(NEXT_DEVICE_MS), pause: () => sleep(TAP_MS) }
  const figures = await unlessStopped(server, playOn(server, account, pace))
  say(`\ndemo: ${formatFigures(figures)}`)
  if (!isExpected(figures)) say(`That is not as it should be: ${formatFigures(EXPECTED)}.`)
  greet(server, account)
}

const SIMULATED = 'simulated: plans are bought with test cards, and no money is moved'
const NOT_SIMULATED = 'CALL_LOOPBACK=on simulates payments by card'

function greet(server: OpenServer, { email, password }: DemoAccount): void {
  say(`\n  Portal     ${server.config.publicUrl}/login`)
  say(`  E-mail     ${email}`)
  say(`  Password   ${password.reveal()}`)
  say(`  SM-DP+     https://${server.smdp.address}`)
  say(`  Payments   ${server.stripe.isSimulated ? SIMULATED : NOT_SIMULATED}`)
  if (server.mail.mailbox) {
    say(`  Mailbox    ${server.config.publicUrl}/dev/mailbox?token=${server.mail.mailbox.token.reveal()}`)
  }
  say('\nCtrl-C stops it. What happened stays, and the next start lets another 40 subscribers in.\n')
}

const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } })
try {
  await (values.once ? playOnce() : playAndStay())
  if (values.once) process.exit()
} catch (error) {
  const text = error instanceof ConfigError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
