import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, ConfigError, readConfig, refuseOptions } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { FREE_PORTS } from '../free-ports.ts'
import type { App } from '../http/serve.ts'
import { serve } from '../listeners.ts'
import { setPassword } from '../modules/people/accounts/seed.ts'
import { openTestIssuer } from '../modules/provisioning/smdp/service.ts'
import type { Letter } from '../port/mail.ts'
import { checkPorts } from '../port-check.ts'
import { type PastClock, pastClock } from '../runtime/clock.ts'
import { isWatched, keptMailLine } from '../runtime/kept-mail-line.ts'
import { openLog } from '../runtime/log.ts'
import { openTracer } from '../runtime/open-tracer.ts'
import { randomAt } from '../runtime/random.ts'
import { textOfEnd } from '../runtime/start-refusal.ts'
import { Secret } from '../secret/secret.ts'
import { type OpenServer, openServer } from '../server.ts'
import { ROLES } from '../setting-value.ts'
import { stopAtSignals, stopServer } from '../shutdown.ts'
import type { Client } from '../testing/client.ts'
import { keepAlive } from './alive.ts'
import { type DemoAccount, drawPassword, openDemoAccount, signIn } from './enterprise.ts'
import { formatFigures, isExpected } from './figures.ts'
import { beginningOf, HISTORY_DAYS, makeHistory } from './history/history.ts'
import { STAFF_EMAIL } from './history/staff.ts'
import { simulatePayments } from './payment.ts'
import { EXPECTED, type Figures, makePlan } from './plan.ts'
import { countEarlier, play } from './play.ts'
import { openDemoSales } from './seller.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Pauses between two devices and between two taps; thirty devices take about a minute. */
const NEXT_DEVICE_MS = 1_400
const TAP_MS = 350
/** The pause between two changes after the guided run. */
const NEXT_CHANGE_MS = 12_000
/** A session of the demo is renewed before it ends. */
const SESSION_MS = 60 * 60_000

type Ending = {
  afterwards: () => void
  /** Exit code after a signal. */
  codeWhenStopped: 0 | 1
  /** Whether a new database gets a history. */
  history: 'made' | 'none'
}

/** Opens the server with the demo enterprise. A signal stops it and calls `afterwards`. */
async function open(config: Config, { afterwards, codeWhenStopped, history }: Ending) {
  // Starts after the signal handlers are installed: no signal may leave a running PostgreSQL behind.
  const starting = Promise.resolve(config).then(history === 'made' ? startWithHistory : start)
  const stop = async () => {
    const running = await starting.catch(() => undefined)
    const isClean = running !== undefined && (await stopServer(running.server, running.app))
    afterwards()
    return isClean
  }
  stopAtSignals(async (signal) => {
    say(`${signal}: finishing running work. Repeat it to end at once.`)
    process.exit((await stop()) ? codeWhenStopped : 1)
  })
  const { server, clock } = await starting
  await openDemoSales(server)
  return { server, stop, clock, account: await openDemoAccount(server) }
}

/** Set when the history is made, whose mails nobody waits for. */
let showsMails = false
const onKeptMail = (letter: Letter) => {
  if (showsMails) say(keptMailLine(letter))
}

type Started = { server: OpenServer; app: App | undefined; clock?: PastClock }

async function start(config: Config): Promise<Started> {
  const server = await openServer(config, { log: logOf(config), onKeptMail })
  return { server, app: await serve(server) }
}

/** Opens the server of a new database in the past. One that has been used before gets no history. */
async function startWithHistory(config: Config): Promise<Started> {
  const log = logOf(config)
  const onConnectionError = (err: Error) => log.warn({ err }, 'a connection broke')
  const tracer = await openTracer(config.collectorUrl, log)
  const report = (text: string) => log.warn(text)
  const database = await openDatabase({ ...config, onConnectionError, onStatement: tracer.statement, report })
  try {
    // every server makes its keys at its first start
    const isNew = !(await database.db.global.selectFrom('sealed_key').select('name').limit(1).executeTakeFirst())
    if (!isNew) return await serveOn(await openServer(config, { log, tracer, database, onKeptMail }))
    const clock = pastClock(beginningOf(new Date()))
    const random = randomAt(() => clock.now().getTime())
    return { ...(await serveOn(await openServer(config, { log, tracer, database, clock, random, onKeptMail }))), clock }
  } catch (error) {
    await database.close()
    throw error
  }
}

const serveOn = async (server: OpenServer) => ({ server, app: await serve(server) })

/** `info` would log each request; the demo prints its own story. */
const logOf = ({ logLevel }: Config) => openLog(logLevel === 'info' ? 'warn' : logLevel)

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
    const { server, stop, account } = await open(config, { afterwards: remove, codeWhenStopped: 1, history: 'none' })
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
  const given = readConfig(undefined, { DATA_DIR: './data-demo' })
  await checkPorts(given)
  if (given.rspCertsDir !== undefined) {
    throw new ConfigError([
      'RSP_CERTS_DIR is not for the demo: its devices trust the certificate issuer of their own. Use npm start.',
    ])
  }
  if (given.roles.length < ROLES.length)
    throw new ConfigError(['ROLES is not for the demo, whose one process has all roles. Use npm start.'])
  const { config, close, report } = await simulatePayments(given)
  const opened = await open(config, { afterwards: close, codeWhenStopped: 0, history: 'made' })
  const { server, account, clock } = opened
  report(server)
  if (clock) await unlessStopped(server, makeItsHistory({ server, account, clock }))
  const staffPassword = await newStaffPassword(server)
  greet(server, account, staffPassword)
  showsMails = isWatched()
  const pace = { untilNext: () => sleep(NEXT_DEVICE_MS), pause: () => sleep(TAP_MS) }
  const figures = await unlessStopped(server, playOn(server, account, pace))
  say(`\ndemo: ${formatFigures(figures)}`)
  if (!isExpected(figures)) say(`These are not the expected figures: ${formatFigures(EXPECTED)}.`)
  greet(server, account, staffPassword)
  const phones = { server, issuer: await openTestIssuer(server) }
  const alive = { clientNow: sessionsOf(server, account), phones, untilNext: () => sleep(NEXT_CHANGE_MS) }
  await unlessStopped(server, keepAlive(alive))
}

/** The client of the demo's owner, signed in again before its session ends. */
function sessionsOf(server: OpenServer, account: DemoAccount): () => Promise<Client> {
  let client: Client | undefined
  let openedAt = 0
  return async () => {
    if (client === undefined || Date.now() - openedAt > SESSION_MS) {
      client = await signIn(server, account)
      openedAt = Date.now()
    }
    return client
  }
}

/** Says how far it is: on a terminal in one line, in a log every thirty days. */
async function makeItsHistory(given: { server: OpenServer; account: DemoAccount; clock: PastClock }): Promise<void> {
  const begin = performance.now()
  const isTerminal = process.stdout.isTTY === true
  const title = `Making ${HISTORY_DAYS} days of history, once`
  const onDay = (day: number) => {
    const state = `${title}: day ${day}, ${Math.round((performance.now() - begin) / 1000)} s`
    if (isTerminal) process.stdout.write(`\r\x1b[K${state}`)
    else if (day % 30 === 0) say(state)
  }
  say(`${title} ...`)
  await makeHistory({ ...given, staffPassword: drawPassword(given.server), onDay })
  if (isTerminal) say('')
}

/** Undefined if this database has no staff of the demo. */
async function newStaffPassword(server: OpenServer): Promise<Secret<string> | undefined> {
  const password = drawPassword(server)
  return (await setPassword(server, { email: STAFF_EMAIL, password })) ? new Secret(password) : undefined
}

const SIMULATED = 'simulated: plans are bought with test cards, and no money is moved'
const NOT_SIMULATED = 'CALL_LOOPBACK=on simulates payments by card'

/** The page that shows what moves: Fleet, the last change first. It asks for the sign-in. */
const MOVING = '/profile/fleet?sort=statusAt.desc'

function greet(server: OpenServer, { email, password }: DemoAccount, staffPassword: Secret<string> | undefined): void {
  say(`\n  Portal     ${server.config.publicUrl}${MOVING}`)
  say(`  E-mail     ${email}`)
  say(`  Password   ${password.reveal()}`)
  if (staffPassword) say(`  Staff      ${STAFF_EMAIL}, password ${staffPassword.reveal()}; asks for a second factor`)
  say(`  SM-DP+     https://${server.smdp.address}`)
  say(`  Payments   ${server.stripe.isSimulated ? SIMULATED : NOT_SIMULATED}`)
  if (server.mail.mailbox) {
    say(`  Mailbox    ${server.config.publicUrl}/dev/mailbox?token=${server.mail.mailbox.token.reveal()}`)
  }
  say('\nPress Ctrl-C to stop. The data is kept, and the next start adds another 40 subscribers.')
  say(`${resetAdvice(server.config)}\n`)
}

const resetAdvice = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined
    ? `To reset it, stop it and delete the folder ${resolve(dataDir)}, which only the demo uses.`
    : 'To reset it, stop it and empty the database of DATABASE_URL.'

const ONCE = '--once'
const words = process.argv.slice(2)
try {
  refuseOptions('apps/server/src/demo/main.ts', words)
  await (words.includes(ONCE) ? playOnce() : playAndStay())
  if (words.includes(ONCE)) process.exit()
} catch (error) {
  process.stderr.write(`${textOfEnd(error)}\n`)
  process.exit(1)
}
