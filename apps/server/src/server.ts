import { randomBytes } from 'node:crypto'
import { type Config, publicOrigin } from './config.ts'
import { makeMonthsAhead, timeOfId } from './db/month.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { limitsOf } from './http/rate-limit.ts'
import { startApprovals, startBackground } from './jobs/background.ts'
import { type OpenJobs, openJobs } from './jobs/queue.ts'
import { settleRestores } from './jobs/restored.ts'
import { type MetricsPort, openMetricsPort } from './metrics/listener.ts'
import { openStripe } from './modules/money/stripe/service.ts'
import { openPlatforms } from './modules/platform/brand/service.ts'
import { type Letter, openMail } from './modules/platform/mail/service.ts'
import { openVault } from './modules/platform/vault/service.ts'
import { selectAppletHashes } from './modules/profiles/applets/service.ts'
import { type OpenCallLog, openCallLog } from './modules/programs/calls/service.ts'
import { type Bip, openBip } from './modules/provisioning/recycle/service.ts'
import { openSmdp, type SmdpService } from './modules/provisioning/smdp/service.ts'
import { openSmds, type SmdsService } from './modules/provisioning/smds/service.ts'
import { type Outside, openOutside } from './outside/outside.ts'
import type { Limits } from './port/limits.ts'
import type { Ports } from './port/needs.ts'
import { PASSWORD_COST, type PasswordCost } from './port/password-cost.ts'
import type { Runtime } from './port/runtime.ts'
import { type Clock, systemClock } from './runtime/clock.ts'
import { type Logger, openLog } from './runtime/log.ts'
import { openMetrics } from './runtime/metrics.ts'
import { openTracer } from './runtime/open-tracer.ts'
import { type Random, systemRandom } from './runtime/random.ts'
import type { Tracer } from './runtime/trace.ts'
import { openKeys } from './seal/open-keys.ts'
import { openOwnKey } from './seal/own-key.ts'
import { Sealer } from './seal/sealer.ts'
import { Secret } from './secret/secret.ts'
import { type PoolOptions, WorkerPool } from './worker/worker-pool.ts'

/** Everything that the server opens. Each module gets only the ports that it names. */
export type Server = Runtime &
  Ports & {
    readonly jobs: OpenJobs
    readonly callLog: OpenCallLog
    readonly smdp: SmdpService
    readonly smds: SmdsService
    readonly bip: Bip
    readonly metricsPort: MetricsPort
  }

export type OpenServer = Server & {
  /** Makes `/readyz` fail from now on, so that load balancers send no new calls; everything else continues. */
  retire(): void
  /** Begins to stop: `/readyz` fails, and streams end. */
  drain(): void
  /**
   * Stops background work, closes all connections, then stops the embedded PostgreSQL. Must be called after serving has
   * stopped.
   */
  close(): Promise<void>
}

/** What tests and tools can replace. */
export type ServerOverrides = {
  clock?: Clock
  random?: Random
  log?: Logger
  tracer?: Tracer
  limits?: Partial<Limits>
  passwordCost?: PasswordCost
  outside?: Outside
  /**
   * `none` for short commands, which leave background work to the servers; `queue` to work only on what calls queue, for
   * tests that do all other background work themselves.
   */
  background?: 'none' | 'queue'
  tasks?: PoolOptions
  /** Gets each mail that is kept in the development mailbox, with its links. */
  onKeptMail?: (letter: Letter) => void
  /** An open, migrated database; without `close` it stays open after the server is closed. */
  database?: Pick<OpenDatabase, 'db' | 'urls'> & Partial<OpenDatabase>
}

/** Opens the server: database, keys, services and background work. Nothing listens yet. */
export async function openServer(config: Config, overrides: ServerOverrides = {}): Promise<OpenServer> {
  const log = overrides.log ?? openLog(config.logLevel)
  const clock = overrides.clock ?? systemClock
  const tracer = overrides.tracer ?? (await openTracer(config.collectorUrl, log))
  const retirement = new AbortController()
  const stop = new AbortController()
  stop.signal.addEventListener('abort', () => retirement.abort())
  const database = overrides.database
    ? { close: async () => {}, ...overrides.database }
    : await openDatabase({
        ...config,
        onConnectionError: (err) => log.warn({ err }, 'a connection broke'),
        onStatement: tracer.statement,
        report: (text) => log.warn(text),
      })
  try {
    const signals = { retiring: retirement.signal, stopping: stop.signal }
    const base = { config, db: database.db, databaseUrl: database.urls.owner, clock, log, tracer, ...signals }
    const server = await assemble(base, overrides)
    await makeMonthsAhead(server.db, timeOfId(server.random.uuid()))
    await settleRestores(server)
    const background = await startWork(server, overrides.background)
    return Object.assign(server, {
      retire: () => retirement.abort(),
      drain: () => stop.abort(),
      close: async () => {
        stop.abort()
        server.workers.close()
        server.phones.close()
        await Promise.all([server.smdp.close(), server.smds.close(), server.bip.close()])
        // loops queue tasks
        const stopWork = background.stop().then(() => server.jobs.close())
        await Promise.all([stopWork, server.mail.close(), server.platforms.close()])
        await server.callLog.close()
        await Promise.all([server.metricsPort.close(), tracer.close()])
        await database.close()
      },
    })
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Only a worker has background work; the others queue tasks for it. But approved calls are repeated where calls are served.
 * @returns what stops the loops
 */
async function startWork(
  server: Server,
  background: ServerOverrides['background'],
): Promise<{ stop(): Promise<void> }> {
  const isWorker = server.config.roles.includes('worker')
  if (background !== 'none') await (isWorker ? server.jobs.start(server) : server.jobs.startAdding())
  if (background !== undefined) return { stop: async () => {} }
  return isWorker ? startBackground(server) : startApprovals(server)
}

type Base = Pick<Server, 'db' | 'databaseUrl' | 'clock' | 'log' | 'tracer' | 'retiring' | 'stopping'> & {
  config: Config
}

async function assemble(base: Base, overrides: ServerOverrides): Promise<Server> {
  const { db, clock, log } = base
  const at = clock.now()
  const keyFile = await openKeys(db, { path: base.config.kekFile, at })
  const sealer = new Sealer(keyFile.service)
  const random = overrides.random ?? systemRandom
  const { port, smdpPorts, smdsPort, operatorPort, bipPort, metricsPort } = base.config
  const [smdpPort, smdpBrainpool] = smdpPorts
  const machines = { smds: smdsPort, operator: operatorPort, bip: bipPort, metrics: metricsPort }
  const ports = { portal: port, smdp: smdpPort, smdpBrainpool, ...machines }
  const config = withPublicUrl(base.config, ports)
  const metrics = openMetrics()
  const platforms = await openPlatforms({ db, random, clock, log, metrics, readApplets: selectAppletHashes })
  const ownKey = (name: string) => openOwnKey(db, sealer, { name, make: () => new Secret(randomBytes(32)), at })
  const vault = openVault(keyFile.card)
  const limits = { ...limitsOf(base.config), ...overrides.limits }
  const keys = {
    session: await ownKey('session token'),
    once: await ownKey('once request'),
    recovery: await ownKey('recovery code'),
    audit: await ownKey('audit log'),
    recycle: await ownKey('recycle applet'),
    voucher: await ownKey('voucher'),
    move: await ownKey('enterprise archive'),
  }
  const smdp = await openSmdp({ ...base, config, ports, random, vault, keys, limits, platforms, metrics })
  return {
    ...base,
    config,
    ports,
    random,
    sealer,
    vault,
    smdp,
    smds: openSmds({ ...base, config, ports, random, limits, metrics, smdp }),
    platforms,
    metrics,
    limits,
    passwordCost: overrides.passwordCost ?? PASSWORD_COST,
    callLog: openCallLog({ db, clock, random, log, metrics }),
    onceRunning: new Set(),
    outside: overrides.outside ?? openOutside({ loopback: config.callLoopback }),
    keys,
    bip: openBip(),
    workers: new WorkerPool(overrides.tasks),
    phones: new WorkerPool(overrides.tasks),
    metricsPort: openMetricsPort(),
    jobs: openJobs(base),
    stripe: openStripe(config, clock),
    mail: openMail({ db, clock, random, log, metrics, sealer, config }, overrides.onKeptMail),
  }
}

function withPublicUrl(config: Config, ports: { portal: number }): Server['config'] {
  return {
    ...config,
    get publicUrl() {
      return publicOrigin(config, ports.portal)
    },
  }
}
